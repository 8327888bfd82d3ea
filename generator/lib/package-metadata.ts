/** What the package.json of every package says about its origin. */

/** Fields that the config sets. */
export interface PackageMetadata {
  /** The address of the repository. */
  readonly repository?: string;
  /** As in package.json: `Name <email> (url)`. */
  readonly author?: string;
  readonly homepage?: string;
  /** The address of the issue tracker. */
  readonly bugs?: string;
  /** An SPDX expression. Default: `Apache-2.0`. */
  readonly license?: string;
  /** The file with the text of the license, as the user wrote it. Present for any other license than Apache-2.0. */
  readonly licenseFile?: string;
  /** The text of that file. */
  readonly licenseText?: string;
}

export const defaultLicense = 'Apache-2.0';

/** Returns the members of package.json. npm knows the repository by its Git address. */
export function toManifestMembers({ repository, author, homepage, bugs }: PackageMetadata): object {
  return {
    ...(author === undefined ? {} : { author }),
    ...(homepage === undefined ? {} : { homepage }),
    ...(repository === undefined ? {} : { repository: { type: 'git', url: `git+${repository.replace(/\.git$|\/$/, '')}.git` } }),
    ...(bugs === undefined ? {} : { bugs: { url: bugs } }),
  };
}
