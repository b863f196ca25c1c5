import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, identityName } from '@gatehouse/service-kit/testing/certificates'
import type { TlsFiles } from '@gatehouse/service-kit/tls/tls-files'
import { type Service, services } from './cluster.ts'

type Leaves = Record<Service, TlsFiles>

export const issue = (by: Authority, identity: string, days = 1) =>
  by.issue({ names: [`DNS:${identity}.test`, identityName(identity)], days })

/** Certificates of all services. Takes a while, in which this process does nothing else. */
export const issueLeaves = (by: Authority, days?: number) =>
  Object.fromEntries(services.map((service) => [service, issue(by, service, days)])) as Leaves

/** The files of mutual TLS of each service, as secrets are mounted. */
export function certificateFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-certificates-'))

  function write(name: string, content: Buffer | string): void {
    const path = join(folder, name)
    writeFileSync(`${path}.new`, content, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }

  return {
    folder,
    write,
    writeLeaves(leaves: Leaves): void {
      for (const [service, { cert, key }] of Object.entries(leaves)) {
        write(`${service}.crt`, cert)
        write(`${service}.key`, key)
      }
    },
    writeAuthorities(...all: Authority[]): void {
      write('ca.crt', all.map(({ self }) => self.cert.toString()).join(''))
    },
    settingsOf: (service: Service) => ({
      GATEHOUSE_TLS_CERT: join(folder, `${service}.crt`),
      GATEHOUSE_TLS_KEY: join(folder, `${service}.key`),
      GATEHOUSE_TLS_CA: join(folder, 'ca.crt'),
    }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
