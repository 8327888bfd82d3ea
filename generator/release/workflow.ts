/** The GitHub Actions workflow that publishes a release. */

/**
 * Publishes after a push that changes the versions. The workflow packs and checks the tarballs again, and publishes only what the
 * commit contains. npm authenticates the workflow by its identity (trusted publishing), so there is no token.
 */
export function formatWorkflow(): string {
  return `# Written by discogen release --workflow.
name: Publish packages

on:
  push:
    branches: [main]
    paths: [discogen.versions.json]
  workflow_dispatch:

permissions:
  contents: read
  # npm verifies the identity of this workflow, and signs the provenance of the packages with it.
  id-token: write

concurrency:
  group: publish
  cancel-in-progress: false

jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          persist-credentials: false
      - uses: actions/setup-node@v4
        with:
          node-version: 24
          registry-url: https://registry.npmjs.org
      # Trusted publishing needs npm 11.5.1 or later.
      - run: npm install --global npm@^11.5.1
      - run: npm ci
      - name: Pack and check the tarballs
        run: npx discogen release --apply --json --pack-destination "$RUNNER_TEMP/tarballs" > "$RUNNER_TEMP/release.json"
      - name: Require that the commit contains the release
        run: test -z "$(git status --porcelain)" || { git status; exit 1; }
      - name: Publish
        run: |
          jq --raw-output '.packages[].tarball // empty' "$RUNNER_TEMP/release.json" |
            xargs --no-run-if-empty --replace npm publish {} --provenance --access public
`;
}
