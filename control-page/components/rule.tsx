/** A rule of an API with its text, its expression, and its source. */
import type { ComponentChildren } from 'preact';
import type { MethodSummary, RuleSummary } from '../../mock/types/control.js';
import { useDocumentationLink } from '../lib/apis.js';
import { ExternalLink } from './display.js';

interface RuleTextProps {
  /** The method to which the rule applies. */
  readonly method: Pick<MethodSummary, 'api' | 'version'>;
  readonly rule: RuleSummary;
  /** What precedes the name of the rule, such as how often it was triggered. */
  readonly children?: ComponentChildren;
}

export function RuleText({ method, rule: { name, owner, text, expression, source }, children }: RuleTextProps) {
  const isValidation = expression !== undefined;
  return (
    <div class="rule">
      <p>
        {children}
        <span class="rule-name">{isValidation ? 'validation' : name}</span> <span class="muted">of {owner}</span>
      </p>
      {isValidation ? <p>{text}</p> : text !== '' && <pre>{text}</pre>}
      {isValidation && <pre>{expression}</pre>}
      <SourceText method={method} source={source} />
    </div>
  );
}

/** Where a fact is from, with a link to the documentation of the API. */
export function SourceText({ method, source }: Pick<RuleTextProps, 'method'> & { readonly source: string | undefined }) {
  const address = useDocumentationLink(method);
  if (source === undefined && address === undefined) return null;
  return (
    <p class="hint">
      {source}
      {source !== undefined && address !== undefined && ' · '}
      {address !== undefined && <ExternalLink address={address}>Documentation</ExternalLink>}
    </p>
  );
}
