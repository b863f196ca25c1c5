import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { requestIdOf } from '@gatehouse/service-kit/ids/request-id'
import { shortestCpuMs } from '@gatehouse/service-kit/testing/shortest-cpu-ms'
import { expect } from 'chai'
import { asset } from './asset.ts'
import { readAuditReason } from './audit-reason.ts'
import { presentedToken } from './authenticate.ts'
import { clientAddress, trustedProxies } from './client-address.ts'
import { readClientLocation } from './client-location.ts'
import { readCookie } from './cookies.ts'
import { parseJsonBody } from './parse-json-body.ts'
import { readQuery } from './query.ts'

const size = 100_000
const maxMs = 100
const everybody = trustedProxies(['0.0.0.0/0', '::/0'])

const file = asset('text/plain', () => 'text')

const parsers: Record<string, (value: string) => unknown> = {
  'Content-Type': (value) => parseJsonBody(Buffer.from('{}'), { 'content-type': value }),
  'Content-Encoding': (value) => parseJsonBody(Buffer.from('{}'), { 'content-encoding': value }),
  Cookie: (value) => readCookie(value, 'a'),
  Authorization: (value) => presentedToken(['Authorization', value]),
  'X-Forwarded-For': (value) => clientAddress('10.0.0.1', value, everybody),
  'X-Audit-Log-Reason': readAuditReason,
  'X-Client-Location': readClientLocation,
  'X-Request-Id': requestIdOf,
  'Accept-Encoding': (value) => file({ 'accept-encoding': value }),
  'If-None-Match': (value) => file({ 'if-none-match': value }),
  'the query': (value) => readQuery(`/?${value}`),
}

const repeated = (part: string) => part.repeat(size / part.length)
const values: Record<string, string> = {
  spaces: `application/json${repeated(' ')}x`,
  'spaces after a scheme': `bearer${repeated(' ')}x`,
  commas: repeated(','),
  semicolons: repeated('; '),
  quotes: `application/json; charset="${repeated('"')}`,
  'an open quote': `application/json; charset="${repeated('\\')}`,
  brackets: repeated('[]'),
  addresses: repeated('10.0.0.1,'),
  'IPv6 groups': repeated('0:'),
  'many names': Array.from({ length: size / 6 }, (_, i) => `${i.toString(36)}=&`).join(''),
}

describe('parsing a header or query of 100 KB', () => {
  for (const [name, parse] of Object.entries(parsers)) {
    for (const [what, value] of Object.entries(values)) {
      it(`takes at most ${maxMs} ms of processor time for ${name} with ${what}`, async () => {
        const run = async () => {
          try {
            await parse(value)
          } catch (error) {
            expect(error).to.be.instanceOf(ServiceError)
          }
        }
        expect(await shortestCpuMs(maxMs, run)).to.be.below(maxMs)
      })
    }
  }
})
