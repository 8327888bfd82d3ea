/** The changelog of a package: one section per version, the latest first. */
import { formatSections } from '../diff/format-changes.js';
import type { PlannedPackage } from './plan-release.js';

const title = '# Changelog';

/**
 * Adds the section of the next version to a changelog. Sections of versions that were never published, such as those of a
 * release that was planned differently before, are replaced.
 */
export function extendChangelog(changelog: string | undefined, planned: PlannedPackage): string {
  const sections = (changelog ?? '').split(/^(?=## )/m).slice(1);
  const published = sections.findIndex((section) => section.startsWith(`## ${planned.oldVersion}\n`));
  const kept = published < 0 ? [] : sections.slice(published);
  return `${[title, formatSection(planned), ...kept.map((section) => section.trimEnd())].join('\n\n')}\n`;
}

function formatSection({ newVersion, oldVersion, reasons }: PlannedPackage): string {
  const heading = `## ${newVersion}`;
  if (oldVersion === undefined) return `${heading}\n\nThe first version.`;
  const descriptions = reasons.filter(({ kind }) => kind === 'documentation-changed').length;
  const count = descriptions === 1 ? 'The description of 1 element changed.' : `The descriptions of ${descriptions} elements changed.`;
  return [heading, ...formatSections(reasons, '###'), ...(descriptions === 0 ? [] : [count])].join('\n\n');
}
