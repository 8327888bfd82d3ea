/** The four generated packages, from their sources. */
import * as compute from '../../generated/compute-v1/src/index.js';
import * as computeMock from '../../generated/compute-v1/src/mock.js';
import * as computeValidators from '../../generated/compute-v1/src/validators.js';
import * as dns from '../../generated/dns-v1/src/index.js';
import * as dnsMock from '../../generated/dns-v1/src/mock.js';
import * as dnsValidators from '../../generated/dns-v1/src/validators.js';
import * as errorReporting from '../../generated/errorreporting-v1beta1/src/index.js';
import * as errorReportingMock from '../../generated/errorreporting-v1beta1/src/mock.js';
import * as errorReportingValidators from '../../generated/errorreporting-v1beta1/src/validators.js';
import * as osConfig from '../../generated/osconfig-v1beta/src/index.js';
import * as osConfigMock from '../../generated/osconfig-v1beta/src/mock.js';
import * as osConfigValidators from '../../generated/osconfig-v1beta/src/validators.js';
import type { GeneratedPackage } from './world.js';

export type { ComputeClient } from '../../generated/compute-v1/src/index.js';
export type { DnsClient } from '../../generated/dns-v1/src/index.js';
export type { ErrorReportingClient } from '../../generated/errorreporting-v1beta1/src/index.js';
export type { OsConfigClient } from '../../generated/osconfig-v1beta/src/index.js';

export const dnsPackage: GeneratedPackage<dns.DnsClient> = {
  name: 'dns-v1',
  createClient: dns.createDnsClient,
  createMock: dnsMock.createMock,
  behavior: dnsMock.behavior,
  validators: dnsValidators,
};

export const computePackage: GeneratedPackage<compute.ComputeClient> = {
  name: 'compute-v1',
  createClient: compute.createComputeClient,
  createMock: computeMock.createMock,
  behavior: computeMock.behavior,
  validators: computeValidators,
};

export const osConfigPackage: GeneratedPackage<osConfig.OsConfigClient> = {
  name: 'osconfig-v1beta',
  createClient: osConfig.createOsConfigClient,
  createMock: osConfigMock.createMock,
  behavior: osConfigMock.behavior,
  validators: osConfigValidators,
};

export const errorReportingPackage: GeneratedPackage<errorReporting.ErrorReportingClient> = {
  name: 'errorreporting-v1beta1',
  createClient: errorReporting.createErrorReportingClient,
  createMock: errorReportingMock.createMock,
  behavior: errorReportingMock.behavior,
  validators: errorReportingValidators,
};
