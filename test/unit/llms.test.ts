/** `llms.txt` of the documentation site lists the pages for language models: https://llmstxt.org */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// @ts-expect-error The site has no types.
const sidebar: unknown = await import('../../docs/.vitepress/sidebar.js');
const { groups, reference } = sidebar as { readonly groups: readonly Page[]; readonly reference: readonly Page[] };

interface Page {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly Page[];
}

const docs = join(import.meta.dirname, '../../docs');

/** Returns the first sentence of a page, without its Markdown. */
function readSummary(link: string): string {
  const text = readFileSync(join(docs, `${link}.md`), 'utf8')
    .replace(/^---\n[^]*?\n---\n/, '')
    .replaceAll(/^```[^]*?^```/gm, '');
  const paragraph = text.split(/\n\s*\n/).find((part) => /^[^#|<>!:-]/.test(part)) ?? '';
  const [sentence = ''] = /^.*?[.:](?=\s|$)/s.exec(paragraph) ?? [paragraph];
  return sentence
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('\n', ' ')
    .replace(/:$/, '.');
}

function formatSection({ text, items = [] }: Page): string {
  const pages = items.filter(({ link }) => link !== undefined);
  return [`## ${text}`, '', ...pages.map((page) => `- [${page.text}](${page.link}.md): ${readSummary(page.link ?? '')}`)].join('\n');
}

test('llms.txt lists each page of the sidebar with its first sentence', async () => {
  const others = reference.filter(({ items }) => items !== undefined && items.every(({ link = '' }) => !link.startsWith('/api/')));
  const sections: readonly Page[] = [...groups, { text: 'Reference', items: reference }, ...others];
  const head = `# discogen

> Typed clients, precompiled validators, and stateful mock servers from API descriptions: Discovery documents, and specifications in YAML.

Each generated package has an \`AGENTS.md\` with instructions for coding agents.`;
  const text = [head, ...sections.map(formatSection)].join('\n\n');
  await expect(`${text}\n`).toMatchFileSnapshot('../../docs/public/llms.txt');
});
