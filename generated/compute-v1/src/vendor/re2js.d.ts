/** What is used of the library. */
export declare class RE2JS {
  static compile(expression: string): RE2JS;
  testExact(text: string): boolean;
}
