/** Learns facts about an API from protobuf definitions. */
import type { Api } from '../model/model.js';
import { collectFacts, type Matches } from './collect-facts.js';
import { type Disagreement, findDisagreements } from './find-disagreements.js';
import { formatOverlay } from './format-overlay.js';
import { matchFields } from './match-fields.js';
import { matchMethods, sortServices } from './match-methods.js';
import type { OpenedProtos } from './open-protos.js';
import type { ProtoLibrary } from './proto-library.js';
import { readRetryPolicies } from './retry-policies.js';
import { readServiceConfigs } from './service-config.js';

export interface LearnedProtos {
  /** The text of the overlay. */
  readonly overlay: string;
  /** The numbers of its entries, and of facts that the document or a convention already states. */
  readonly proposals: number;
  readonly alreadySo: number;
  /** The number of methods of the API, and of those with a definition. */
  readonly methods: number;
  readonly matchedMethods: number;
  readonly disagreements: readonly Disagreement[];
}

export interface LearnOptions {
  /** Each schema and method on one line, without comments. */
  readonly compact?: boolean;
}

export function learnProtos(api: Api, { library, origin }: OpenedProtos, { compact = false }: LearnOptions = {}): LearnedProtos {
  const { methods, fields } = matchProtos(api, library);
  const retries = readRetryPolicies(library, new Set(methods.map(({ service }) => service.value.name)));
  const { facts, alreadySo } = collectFacts({ api, methods, fields, library, retries });
  const disagreements = findDisagreements({ fields, methods });
  return {
    overlay: formatOverlay(api, { facts, disagreements, origin, compact }),
    proposals: facts.length,
    alreadySo,
    methods: api.methods.length,
    matchedMethods: methods.length,
    disagreements,
  };
}

/** Finds the definitions of an API, and of what its methods lead to. */
export function matchProtos(api: Api, library: ProtoLibrary): Pick<Matches, 'methods' | 'fields'> {
  const host = api.rootUrl !== undefined && URL.canParse(api.rootUrl) ? new URL(api.rootUrl).host : '';
  const own = library.loadServices(host);
  const config = readServiceConfigs(host, library);
  const ownNames = new Set(own.map(({ value }) => value.name));
  const shared = library.findServices(config.services).filter(({ value }) => !ownNames.has(value.name));
  const services = sortServices([...own, ...shared], ({ name }) => ownNames.has(name));
  const methods = matchMethods(api, services, config.rules);
  return { methods, fields: matchFields(api, methods, library) };
}
