/** The part of the library that the mock uses. */
export declare class RE2JS {
  static compile(expression: string): RE2JS;
  testExact(text: string): boolean;
}
