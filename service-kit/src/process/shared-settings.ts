import { defaultLogLevel, logLevels } from './log.ts'
import { setting } from './setting.ts'

const grpcMeaning = 'Where this process answers gRPC. Without TLS only loopback is allowed.'

/**
 * The settings every process has, to spread into its table. The ports are the defaults on 127.0.0.1; `grpcFor` says what
 * the gRPC port is for where that is not plain.
 */
export function commonSettings(ports: { grpc: number; ops: number; grpcFor?: string }) {
  return {
    environment: setting.oneOf({
      env: 'NODE_ENV',
      values: ['development', 'test', 'production'],
      default: 'development',
      meaning: 'production refuses what is only safe on a laptop.',
    }),
    logLevel: setting.oneOf({
      env: 'GATEHOUSE_LOG_LEVEL',
      values: logLevels,
      default: defaultLogLevel,
      meaning: 'The least important log lines to write.',
    }),
    grpcListen: setting.address({
      env: 'GATEHOUSE_GRPC_LISTEN',
      default: `127.0.0.1:${ports.grpc}`,
      meaning: ports.grpcFor ?? grpcMeaning,
    }),
    opsListen: setting.address({
      env: 'GATEHOUSE_OPS_LISTEN',
      default: `127.0.0.1:${ports.ops}`,
      meaning:
        'Where this process answers GET /health/live, /health/ready and /metrics over plain HTTP; not for the public.',
    }),
    tlsCert: setting.path({
      env: 'GATEHOUSE_TLS_CERT',
      default: null,
      meaning: 'PEM file with the certificate of this process, for mutual TLS between services.',
    }),
    tlsKey: setting.path({
      env: 'GATEHOUSE_TLS_KEY',
      default: null,
      meaning: 'PEM file with the private key of that certificate.',
    }),
    tlsCa: setting.path({
      env: 'GATEHOUSE_TLS_CA',
      default: null,
      meaning: 'PEM file with the authority that signs the certificates of all services.',
    }),
    testClock: setting.boolean({
      env: 'GATEHOUSE_TEST_CLOCK',
      default: false,
      refusedInProduction: true,
      meaning:
        '1 opens a control service that moves the clock of this process. How far it was moved is stored in Redis, so that a process that restarts takes it over.',
    }),
  }
}
