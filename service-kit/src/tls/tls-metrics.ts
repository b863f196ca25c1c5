import { X509Certificate } from 'node:crypto'
import { gauge, type Metric } from '../metrics/metric.ts'
import { type Tls, tlsReloads } from './tls-files.ts'

const dayMs = 86_400_000
const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** `tls` is null without mutual TLS. */
export function tlsMetrics(tls: Tls | null): Metric[] {
  const daysToExpiry = gauge({
    name: 'gatehouse_tls_days_to_expiry',
    help: 'Days until the certificate (`file` is `cert`) or the last authority (`ca`) of mutual TLS expires.',
    labelNames: ['file'],
    collect(gauge) {
      if (!tls) return
      gauge.set({ file: 'cert' }, Math.min(...daysLeft(tls.cert)))
      gauge.set({ file: 'ca' }, Math.max(...daysLeft(tls.ca)))
    },
  })
  return [tlsReloads, daysToExpiry]
}

function daysLeft(pem: Buffer): number[] {
  const certificates = pem.toString().match(pemCertificate) ?? []
  return certificates.map((each) => (Date.parse(new X509Certificate(each).validTo) - Date.now()) / dayMs)
}
