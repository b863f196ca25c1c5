import { type ChannelCredentials, credentials, experimental } from '@grpc/grpc-js'
import type { Tls } from './tls-files.ts'

type CaListener = Parameters<experimental.CertificateProvider['addCaCertificateListener']>[0]
type IdentityListener = Parameters<experimental.CertificateProvider['addIdentityCertificateListener']>[0]

/** New connections use the changed files. */
export function channelCredentials(tls: Tls | null): ChannelCredentials {
  if (!tls) return credentials.createInsecure()
  if (!tls.onChange) return credentials.createSsl(tls.ca, tls.key, tls.cert)
  const provider = certificateProvider(tls, tls.onChange)
  return experimental.createCertificateProviderChannelCredentials(provider, provider)
}

/** The function of grpc-js drops the certificate when a file cannot be read, and does not compare key and certificate. */
function certificateProvider(
  tls: Tls,
  onChange: NonNullable<Tls['onChange']>,
): experimental.CertificateProvider {
  const stops = new Map<CaListener | IdentityListener, () => void>()
  const add = (listener: CaListener | IdentityListener, update: () => void) => {
    stops.set(listener, onChange(update))
    process.nextTick(update)
  }
  const remove = (listener: CaListener | IdentityListener) => {
    stops.get(listener)?.()
    stops.delete(listener)
  }
  return {
    addCaCertificateListener: (listener) => add(listener, () => listener({ caCertificate: tls.ca })),
    removeCaCertificateListener: remove,
    addIdentityCertificateListener: (listener) =>
      add(listener, () => listener({ certificate: tls.cert, privateKey: tls.key })),
    removeIdentityCertificateListener: remove,
  }
}
