import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { certificateFolder } from './certificate-folder.ts'

describe('certificateFolder', () => {
  const folder = temporaryFolder()
  const read = (name: string) => readFileSync(join(folder.path, 'tls', name), 'utf8')

  it('has a certificate of each identity, which its authority signed', async () => {
    const { GATEHOUSE_TLS_CERT, GATEHOUSE_TLS_CA } = await certificateFolder(folder.path)
    const ca = new X509Certificate(readFileSync(GATEHOUSE_TLS_CA))
    for (const identity of [
      'gateway',
      'auth-service',
      'session-service',
      'webhook-service',
      'admin',
      'platform',
    ]) {
      const cert = new X509Certificate(readFileSync(GATEHOUSE_TLS_CERT.replace('{service}', identity)))
      expect([ca.ca, cert.ca, cert.verify(ca.publicKey)]).to.deep.equal([true, false, true])
      expect(cert.subjectAltName)
        .to.contain(`URI:spiffe://gatehouse/${identity}`)
        .and.contain('IP Address:127.0.0.1')
      expect(cert.checkPrivateKey(createPrivateKey(read(`${identity}-key.pem`)))).to.equal(true)
      expect(statSync(join(folder.path, 'tls', `${identity}-key.pem`)).mode & 0o077).to.equal(0)
    }
  })

  it('keeps them, and makes them again if they are not complete or expire soon', async () => {
    await certificateFolder(folder.path)
    const first = read('gateway-cert.pem')
    await certificateFolder(folder.path)
    expect(read('gateway-cert.pem')).to.equal(first)
    writeFileSync(join(folder.path, 'tls', 'ca.pem'), expiring)
    await certificateFolder(folder.path)
    expect(read('gateway-cert.pem')).not.to.equal(first)
  })
})

/** Of an authority whose certificate expired in 2000. */
const expiring = `-----BEGIN CERTIFICATE-----
MIIBGDCBv6ADAgECAhEAkwapN1gTShpVhxeo/84NAzAKBggqhkjOPQQDAjAMMQow
CAYDVQQDEwF4MB4XDTk5MDEwMTAwMDAwMFoXDTAwMDEwMTAwMDAwMFowDDEKMAgG
A1UEAxMBeDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPriYQhgrUM1Td4uHS6q
zW6499nInIn5DnEK+VCBPb/5KgeqzndvpWLtDCwtGiGFisq/qNTboT7/TMGMzKGA
c4mjAjAAMAoGCCqGSM49BAMCA0gAMEUCIQDzyh4+Mk2DwonwQj8cjrmsE0qBl4Bs
k0dWwpZzFf5HKAIgEhsvHtaxxEriUzPhlmJlIe4cvlYzuy+d1fDMSKiZSjc=
-----END CERTIFICATE-----`
