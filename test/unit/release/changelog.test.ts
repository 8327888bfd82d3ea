import { expect, test } from 'vitest';
import { extendChangelog } from '../../../generator/release/changelog.js';
import type { PlannedPackage } from '../../../generator/release/plan-release.js';
import type { BumpReason } from '../../../generator/release/classify-bump.js';

const createReason = (kind: string, subject: string, message: string, breaking = false): BumpReason => ({
  kind,
  subject,
  message,
  breaking,
  step: breaking ? 'major' : 'minor',
  reason: breaking ? 'code that uses it no longer works' : 'existing code is not affected',
});

const planned: PlannedPackage = {
  name: '@acme/shop-v1',
  folder: 'shop-v1',
  oldVersion: '1.4.0',
  newVersion: '2.0.0',
  step: 'major',
  reasons: [
    createReason('method-removed', 'shelves.get', 'the method was removed', true),
    createReason('field-added', 'Shelf.capacity', 'the field was added'),
    createReason('rule-changed', 'Shelf.size', 'a *rule* changed'),
    createReason('deprecated', 'Shelf.width', 'the field is deprecated'),
    createReason('documentation-changed', 'Shelf', 'the description changed'),
    createReason('documentation-changed', 'Shelf.name', 'the description changed'),
  ],
};
const section = `## 2.0.0

### Breaking

- \`shelves.get\`: the method was removed (code that uses it no longer works)

### Added

- \`Shelf.capacity\`: the field was added

### Deprecated

- \`Shelf.width\`: the field is deprecated

### Changed

- \`Shelf.size\`: a \\*rule\\* changed

The descriptions of 2 elements changed.
`;

test('starts with the first version', () => {
  const { oldVersion: _, step: __, ...first } = planned;
  expect(extendChangelog(undefined, { ...first, newVersion: '1.0.0', reasons: [] })).toBe(
    '# Changelog\n\n## 1.0.0\n\nThe first version.\n',
  );
});

test('puts the next version before the published ones, and replaces sections that were never published', () => {
  const published = '## 1.4.0\n\nText.\n\n## 1.3.0\n\nMore text.\n';
  const changelog = `# Changelog\n\n${section}\n${published}`;
  expect(extendChangelog(`# Changelog\n\n${published}`, planned)).toBe(changelog);
  expect(extendChangelog(changelog, planned)).toBe(changelog);
  expect(extendChangelog(`# Changelog\n\n## 1.4.1\n\nUnpublished.\n\n${published}`, planned)).toBe(changelog);
});
