/** Reads the evidence that `discogen verify --write` wrote. */
import type { ApiEvidence, MethodEvidence } from '../../runtime/behavior.js';
import type { Diagnostic } from '../lib/diagnostics.js';
import type { FileEffects } from '../lib/effects.js';
import { getObject } from '../lib/json.js';
import { generatorVersion } from '../lib/root.js';
import { type ConfigValues, readValues } from '../config/config-values.js';
import type { SpecificationSource } from '../config/generate-options.js';
import { createReadDiagnostic, readNamedFile } from '../config/named-files.js';
import type { Api } from '../model/model.js';
import type { EvidenceFile, EvidenceOfApi } from '../../fidelity/verify/evidence.js';
import { hashSpecification } from './hash-inputs.js';

export interface EvidenceResult {
  readonly evidence?: ApiEvidence;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads what a file says about an API. */
export function readEvidence(
  path: string,
  { api, source }: { readonly api: Pick<Api, 'name' | 'version'>; readonly source: SpecificationSource },
  effects: FileEffects,
): EvidenceResult {
  const file = readNamedFile(path, effects);
  if ('problem' in file) return { diagnostics: [createReadDiagnostic(path, file.problem)] };
  const { value, diagnostics } = readValues(file, readEvidenceFile);
  const own = value?.apis.find(({ name, version }) => name === api.name && version === api.version);
  if (value === undefined || own === undefined) return { diagnostics };
  const isOutdated = value.discogen !== generatorVersion || own.specification !== hashSpecification(source, effects);
  return { evidence: { methods: own.methods, ...(isOutdated && { isOutdated: true }) }, diagnostics };
}

const textForm = { expected: 'a string', pattern: /^/ };

function readEvidenceFile(values: ConfigValues): EvidenceFile {
  const owner = 'evidence';
  values.checkKeys([], { owner, required: ['evidence', 'discogen', 'recordings', 'apis'] });
  const apis = values.readList(['apis']).flatMap((pointer): readonly EvidenceOfApi[] => {
    if (!values.checkKeys(pointer, { owner: 'the evidence of an API', required: ['name', 'version', 'specification', 'methods'] }))
      return [];
    const [name = '', version = '', specification = ''] = ['name', 'version', 'specification'].map((key) =>
      values.readText([...pointer, key], textForm),
    );
    const methods = Object.keys(getObject(values.get(pointer), 'methods') ?? {});
    return [
      {
        name,
        version,
        specification,
        methods: Object.fromEntries(methods.map((id) => [id, readMethod(values, [...pointer, 'methods', id])])),
      },
    ];
  });
  const recordings = values.readList(['recordings']).flatMap((pointer) => values.readText(pointer, textForm) ?? []);
  return { evidence: 1, discogen: values.readText(['discogen'], textForm) ?? '', recordings, apis };
}

function readMethod(values: ConfigValues, pointer: readonly (string | number)[]): MethodEvidence {
  values.checkKeys(pointer, { owner: 'the evidence of a method', required: ['scenarios', 'compared', 'agree', 'differs', 'outcomes'] });
  const readNumber = (key: string): number => {
    const value = values.get([...pointer, key]);
    return typeof value === 'number' ? value : 0;
  };
  const readTexts = (key: string): readonly string[] =>
    values.readList([...pointer, key]).flatMap((entry) => values.readText(entry, textForm) ?? []);
  return {
    scenarios: readNumber('scenarios'),
    compared: readNumber('compared'),
    agree: readNumber('agree'),
    differs: readTexts('differs'),
    outcomes: readTexts('outcomes'),
  };
}
