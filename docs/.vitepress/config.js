// The documentation site: `npm run docs`. A dead link fails the build.
import { defineConfig } from 'vitepress';
import { options, searchOptions } from './search.js';
import { contributing, groups, reference } from './sidebar.js';

export default defineConfig({
  title: 'discogen',
  description: 'Typed clients, validators, and stateful mock servers from API descriptions',
  cleanUrls: true,
  // Braces and angle brackets are text: pages quote specifications and types.
  markdown: { html: false, attrs: { disable: true } },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        miniSearch: { options, searchOptions },
        // The API reference has one page per declaration, which would hide the pages that explain them.
        _render: (text, env, markdown) => (env.relativePath.startsWith('api/') ? '' : markdown.render(text, env)),
      },
    },
    outline: [2, 3],
    nav: [
      page('Guide', '/getting-started'),
      page('Reference', '/reference/command-line'),
      page('API', '/api/'),
      page('Contributing', '/architecture'),
    ],
    sidebar: {
      ...Object.fromEntries(['/architecture', '/contributing/', '/decisions/'].map((path) => [path, contributing])),
      '/': [...groups, { text: 'Reference', items: reference }],
    },
  },
});
