/** The control page. discogen's build bundles this module from `control-page/`. */

/** The HTML document. */
export declare const page: string;
/** The value of the `Content-Security-Policy` header that the document needs. */
export declare const contentSecurityPolicy: string;
