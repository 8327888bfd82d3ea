/** A rule of an API with its text, its expression, and its source. */
import type { ComponentChildren } from 'preact';
import type { Api, Source } from '../lib/api-documents.js';
import { describeRule, describeSource, getDocumentationLink, type PlacedRule } from '../lib/rules.js';
import { ExternalLink } from './display.js';

interface RuleTextProps {
  readonly api: Api;
  readonly rule: PlacedRule;
  /** What precedes the name of the rule, such as how often it was triggered. */
  readonly children?: ComponentChildren;
}

export function RuleText({ api, rule, children }: RuleTextProps) {
  const text = describeRule(rule);
  return (
    <div class="rule">
      <p>
        {children}
        <span class="rule-name">{rule.rule.kind ?? 'validation'}</span> <span class="muted">of {rule.owner}</span>
      </p>
      {rule.rule.kind === undefined ? <p>{text}</p> : text !== '' && <pre>{text}</pre>}
      {rule.rule.kind === undefined && rule.rule.rule !== undefined && <pre>{rule.rule.rule}</pre>}
      <SourceText api={api} source={rule.source} />
    </div>
  );
}

/** Where a fact is from, with a link to the documentation of the API. */
export function SourceText({ api, source }: { readonly api: Api; readonly source: Source | undefined }) {
  const address = getDocumentationLink(api);
  if (source === undefined && address === undefined) return null;
  return (
    <p class="hint">
      {source !== undefined && describeSource(source)}
      {source !== undefined && address !== undefined && ' · '}
      {address !== undefined && <ExternalLink address={address}>Documentation</ExternalLink>}
    </p>
  );
}
