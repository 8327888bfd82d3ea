/** The service module of Cloud Storage. */
import { defineBuiltIn, type JsonObject } from '../../mock/service.js';
import { accessControlHandlers } from './access-controls.js';
import { bucketHandlers, bucketParameters } from './bucket-handlers.js';
import { copyHandlers } from './copies.js';
import { completeBucket, completeObject } from './fields.js';
import { objectHandlers, objectParameters } from './object-handlers.js';
import { computeBucketFields, computeObjectFields } from './render.js';
import { xmlRoutes } from './xml/routes.js';

const bucket = '/storage/v1/b/{bucket}';
const object = '/storage/v1/b/{bucket}/o/{object}';

export const storageServices: object = defineBuiltIn({
  api: 'storage',
  handlers: { ...bucketHandlers, ...objectHandlers, ...copyHandlers, ...accessControlHandlers },
  parameters: { ...bucketParameters, ...objectParameters },
  complete: { [bucket]: completeBucket, [object]: completeObject },
  routes: xmlRoutes,
  render: { [bucket]: computeBucketFields, [object]: (resource: JsonObject) => computeObjectFields(resource) },
});
