/** The control page. discogen's build bundles this module from `control-page/`. */

/** Returns the HTML document, which the module contains in compressed form. */
export declare function loadPage(): Promise<string>;
/** The value of the `Content-Security-Policy` header that the document needs. */
export declare const contentSecurityPolicy: string;
