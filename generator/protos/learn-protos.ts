/** Learns facts about an API from protobuf definitions. */
import type { Api } from '../model/model.js';
import { collectFacts } from './collect-facts.js';
import { type Disagreement, findDisagreements } from './find-disagreements.js';
import { formatOverlay } from './format-overlay.js';
import { matchFields } from './match-fields.js';
import { matchMethods, sortServices } from './match-methods.js';
import type { OpenedProtos } from './open-protos.js';
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

export function learnProtos(api: Api, { library, origin }: OpenedProtos): LearnedProtos {
  const host = api.rootUrl !== undefined && URL.canParse(api.rootUrl) ? new URL(api.rootUrl).host : '';
  const own = library.loadServices(host);
  const config = readServiceConfigs(host, library);
  const ownNames = new Set(own.map(({ value }) => value.name));
  const shared = library.findServices(config.services).filter(({ value }) => !ownNames.has(value.name));
  const services = sortServices([...own, ...shared], ({ name }) => ownNames.has(name));
  const methods = matchMethods(api, services, config.rules);
  const fields = matchFields(api, methods, library);
  const { facts, alreadySo } = collectFacts({ api, methods, fields, library });
  const disagreements = findDisagreements({ fields, methods });
  return {
    overlay: formatOverlay(api, { facts, disagreements, origin }),
    proposals: facts.length,
    alreadySo,
    methods: api.methods.length,
    matchedMethods: methods.length,
    disagreements,
  };
}
