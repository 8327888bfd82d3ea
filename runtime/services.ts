/** Rules and actions that a service module implements. The manifest of the module defines their options. */

/** @typeParam Module - The name of the module: `service/name`. */
export interface ServiceRule<Module extends string = string, Options extends object = object> {
  readonly kind: 'service';
  readonly module: Module;
  readonly options: Options;
}

/** A rule of an object inside a resource. The generator creates it; no specification states it. */
export interface InnerServiceRule extends ServiceRule {
  /** Dotted path, also through lists, from the resource to the objects. */
  readonly within: string;
}

/** @typeParam Module - The name of the module: `service/name`. */
export interface ServiceAction<Module extends string = string, Options extends object = object> {
  readonly kind: 'service';
  readonly module: Module;
  readonly resource: string;
  readonly options?: Options;
}
