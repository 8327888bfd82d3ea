/**
 * The manifest of a built-in service module: what specifications and overlays can name. It is data, so that lint checks a specification, and
 * that editors describe it, without the code of the module.
 */

interface Described {
  /** The description in editors. */
  readonly description: string;
}

/** The type of an option of a rule or an action, and what its value names. */
export type OptionManifest = Described &
  (
    | { readonly kind: 'text' | 'texts' | 'condition' | 'pathTemplate' }
    /** A query parameter of any method of the API. */
    | { readonly kind: 'query' }
    | {
        readonly kind: 'field';
        /** The object with the field. Default: the one with the rule. `member`: the resource whose path template the option `of` contains. */
        readonly in?: 'parent' | 'member';
        readonly of?: string;
        readonly type?: 'number' | 'string' | 'list';
        /** The options with which its values are compared. */
        readonly comparedWith?: readonly string[];
      }
    | { readonly kind: 'fields'; readonly type?: 'number' | 'string' | 'list' }
    | { readonly kind: 'list'; readonly item: OptionManifest }
    /** A map whose keys are fields of the response. */
    | { readonly kind: 'responseFields'; readonly value: OptionManifest }
    | { readonly kind: 'object'; readonly members: OptionManifests }
  );

export type OptionManifests = Readonly<Record<string, OptionManifest>>;

/** What the manifests of rules and actions have in common. */
interface ManifestEntry extends Described {
  readonly options: OptionManifests;
}

/** A rule of resources. */
export interface RuleManifest extends ManifestEntry {
  /**
   * The rule in a sentence, for the documentation of packages. `{name}` stands for the value of an option, `{name:and}` and `{name:or}` for a
   * list, `{name:condition}` for a condition, and `{name.member}` for the member of an object.
   */
  readonly sentence: string;
  /** The function in the `validate/` of the module that checks the rule in a single object. Validators and the mock call it. */
  readonly validator?: string;
  /** The former kind of rules that this rule replaces. */
  readonly replaces?: string;
}

/** A method that the module implements. */
export interface ActionManifest extends ManifestEntry {
  /** Whether the method reads, writes, or deletes, which determines the HTTP methods that fit. */
  readonly access: 'read' | 'write' | 'delete';
  readonly needsBody?: true;
  /** The query parameters that the module reads. */
  readonly parameters?: readonly string[];
  /** Whether the module reads the parameters of a page. */
  readonly hasPages?: true;
  /** The fields of the request body that the module reads. */
  readonly fields?: readonly string[] | 'all';
  /** Whether the mock doesn't store the resource: any name is that of a resource. */
  readonly acceptsAnyName?: true;
  /** Whether the request body is a record of the service, which seeds can contain. */
  readonly addsRecord?: true;
}

/** The rules and actions of a module by their names. A specification names them as `service/name`. */
export interface ServiceManifest {
  /** The published document whose packages contain the module without naming it. */
  readonly document?: { readonly name: string; readonly version: string; readonly host: string };
  /** The npm packages whose code the build bundles into the module. */
  readonly libraries?: readonly string[];
  readonly rules?: Readonly<Record<string, RuleManifest>>;
  readonly actions?: Readonly<Record<string, ActionManifest>>;
}
