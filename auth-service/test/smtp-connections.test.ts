import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFailure, smtpTransport } from '@gatehouse/auth-service/mails/mail-transport'
import { authority } from '@gatehouse/service-kit/testing/certificates'
import { expect } from 'chai'
import type { SMTPServerOptions } from 'smtp-server'
import { useMails } from './mail-harness.ts'
import { minute } from './own-account.ts'
import { smtpReceiver } from './smtp-receiver.ts'

const mail = {
  from: 'no-reply@gatehouse.test',
  to: 'ann@gatehouse.test',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<1@gatehouse.test>',
  date: new Date(0),
}

describe('connections to the SMTP server', () => {
  const trusted = authority()
  const caPath = join(tmpdir(), `smtp-ca-${process.pid}.pem`)
  before(() => writeFileSync(caPath, trusted.self.cert))
  after(() => rmSync(caPath))

  /** The failure of one mail, or null if the server has it. */
  async function failureOf(
    { scheme = 'smtp', host = 'localhost', credentials = '', ca = caPath as string | null },
    options: SMTPServerOptions,
  ): Promise<string | null> {
    const smtp = await smtpReceiver(options, host === 'localhost' ? '127.0.0.1' : host)
    const url = `${scheme}://${credentials}${host}:${smtp.port}`
    const transport = smtpTransport({ url, caPath: ca, timeoutMs: 5000, connections: 1 })
    try {
      await transport.send(mail)
      expect(smtp.mails).to.have.lengthOf(1)
      return null
    } catch (error) {
      expect(smtp.mails).to.have.lengthOf(0)
      const { reason, isPermanent } = readFailure(error)
      expect(isPermanent).to.equal(false)
      return reason
    } finally {
      transport.close()
      await smtp.close()
    }
  }
  const forLocalhost = trusted.issue({ names: ['DNS:localhost'] })
  const forOther = trusted.issue({ names: ['DNS:mail.example'], commonName: 'mail.example' })
  const selfSigned = authority().self

  const accepted = { user: 'gate', password: 'p@ss/word' }
  const login: SMTPServerOptions = {
    authOptional: false,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === accepted.user && password === accepted.password) callback(null, { user: username })
      else callback(new Error(`${password} is wrong`))
    },
  }

  for (const [name, scheme, tls] of [
    ['STARTTLS', 'smtp', { secure: false, disabledCommands: [] }],
    ['TLS from the start', 'smtps', { secure: true }],
  ] as const) {
    const serve = ({ cert, key }: { cert: Buffer; key: Buffer }): SMTPServerOptions => ({
      ...tls,
      disabledCommands: [],
      cert,
      key,
    })

    it(`use ${name} with a certificate of the given authority`, async () => {
      const encrypted: boolean[] = []
      const onMailFrom: SMTPServerOptions['onMailFrom'] = (_address, { secure }, callback) => {
        encrypted.push(secure)
        callback()
      }
      expect(await failureOf({ scheme }, { ...serve(forLocalhost), onMailFrom })).to.equal(null)
      expect(encrypted).to.deep.equal([true])
    })

    for (const [reason, served, ca] of [
      ['ERR_TLS_CERT_ALTNAME_INVALID', forOther, caPath],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', selfSigned, caPath],
      ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', forLocalhost, null],
    ] as const) {
      it(`reject other certificates with ${name}: ${reason}`, async () => {
        expect(await failureOf({ scheme, ca }, serve(served))).to.equal(`CONN ${reason}`)
      })
    }

    it(`sign in with credentials over ${name}`, async () => {
      const options = { ...serve(forLocalhost), ...login }
      const credentials = 'gate:p%40ss%2Fword@'
      expect(await failureOf({ scheme, credentials }, options)).to.equal(null)
      const wrong = await failureOf({ scheme, credentials: 'gate:wrong@' }, options)
      expect(wrong).to.equal('AUTH PLAIN EAUTH 535')
      expect(await failureOf({ scheme }, options)).to.equal('MAIL FROM EENVELOPE 530')
    })
  }

  it('send no credentials in plain text to another host', async () => {
    const attempts: unknown[] = []
    const options: SMTPServerOptions = {
      ...login,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth, _session, callback) => {
        attempts.push(auth)
        callback(null, { user: 'gate' })
      },
    }
    const credentials = 'gate:p%40ss%2Fword@'
    const failure = await failureOf({ host: '127.0.0.2', credentials }, options)
    expect(failure).to.match(/^STARTTLS ETLS/)
    expect(attempts).to.deep.equal([])
    expect(await failureOf({ host: '127.0.0.1', credentials }, options)).to.equal(null)
    expect(attempts).to.have.lengthOf(1)
  })

  it('need a file that can be read for the authority', () => {
    const open = () =>
      smtpTransport({ url: 'smtp://localhost', caPath: '/nowhere.pem', timeoutMs: 1000, connections: 1 })
    expect(open).to.throw('GATEHOUSE_SMTP_CA names a file that cannot be read (ENOENT)')
  })
})

describe('mails with wrong SMTP credentials', () => {
  let isAccepted = false
  const { own, arrived, storedAs } = useMails(
    {},
    {
      keepsVerification: true,
      credentials: 'gate:top-secret@',
      server: {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, callback) =>
          isAccepted ? callback(null, { user: 'gate' }) : callback(new Error(`${password} is wrong`)),
      },
    },
  )

  it('wait until the settings are corrected, and appear in log and metrics without the credentials', async () => {
    await storedAs({ state: 'pending', attempts: 1, failure: 'AUTH PLAIN EAUTH 535' })
    own.stack.clock.advance(minute)
    await storedAs({ state: 'pending', attempts: 2 })
    const text = await (await fetch(`http://${own.stack.ops}/metrics`)).text()
    expect(text).to.match(/gatehouse_mails_failed_total\{kind="verification"\} [1-9]/)
    expect(text).to.not.contain('gatehouse_mails_dead_total{')
    const logged = own.stack.logged.text()
    expect(logged).to.contain('mail could not be sent; retrying later').and.contain('AUTH PLAIN EAUTH 535')
    expect(JSON.stringify([logged, await own.stack.mails.find().toArray()])).to.not.contain('top-secret')
    isAccepted = true
    own.stack.clock.advance(minute)
    await arrived()
    await storedAs({ state: 'sent' })
  })
})
