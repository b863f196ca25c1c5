import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import type { Identity } from '@gatehouse/proto/callers'
import { eventStreamKey } from '@gatehouse/service-kit/events/event-stream'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import {
  type CallerProgram,
  callerPrograms,
  generateStubs,
  programFolder,
  type RunningProgram,
  run,
  startProgram,
} from './caller-programs.ts'
import { openDevStack, type TestAccount } from './dev-stack.ts'
import { certificateOf } from './network-tls.ts'

describe('examples of internal callers in dev/examples', () => {
  let sessions: TcpProxy
  let ann: TestAccount
  const stack = openDevStack()
  before(async () => {
    stack.network().expectRejections()
    ann = await stack.register('ann')
    sessions = await tcpProxy(`//${stack.network().env.GATEHOUSE_SESSIONS_ADDR}`)
  })
  after(() => sessions?.close())

  for (const [language, prepare] of Object.entries(callerPrograms)) {
    describe(language, () => {
      const { folder, remove } = programFolder()
      const started: RunningProgram[] = []
      let program: CallerProgram
      // The first run compiles the libraries.
      before(function () {
        this.timeout(900_000)
        const prepared = prepare(folder)
        if (prepared === null) {
          console.log(
            `      skipped: ${language} or the packages of dev/examples/${language} are not installed`,
          )
          this.skip()
        }
        program = prepared
      })
      after(async () => {
        await Promise.all(started.map((each) => each.stop()))
        remove()
      })

      function start(identity: Identity, ...args: string[]): RunningProgram {
        const env = {
          ...program.env,
          ...stack.network().env,
          ...certificateOf(identity),
          GATEHOUSE_REDIS_URL: stack.network().redisUrlOf('platform'),
          GATEHOUSE_SESSIONS_ADDR: `localhost:${sessions.port}`,
        }
        const running = startProgram({ ...program, env }, ...args)
        started.push(running)
        return running
      }
      const result = (identity: Identity, ...args: string[]) => start(identity, ...args).end()

      it('prints the reason of an error and its invalid fields', async () => {
        const wrong = await result('gateway', 'login', ann.email, 'not my password')
        expect(wrong.code).to.equal(1)
        expect(wrong.output).to.match(
          /^invalid_?argument INVALID_FORM_BODY email:INVALID_EMAIL_OR_PASSWORD /i,
        )
        const unknown = await result('platform', 'verify', 'gh_unknown')
        expect(unknown.output).to.match(/^unauthenticated UNAUTHORIZED$/i)
        const rejected = await result('platform', 'login', ann.email, ann.password)
        expect(rejected.output).to.match(/^permission_?denied CALLER_NOT_ALLOWED$/i)
      })

      it('signs in and verifies the token', async () => {
        const { output } = await result('gateway', 'login', ann.email, ann.password)
        const verified = await result('platform', 'verify', output.replace('token ', ''))
        expect(verified).to.deep.equal({ code: 0, output: `account ${ann.user_id}` })
      })

      it('prints revocations, also after its stream was cut', async () => {
        const watch = start('platform', 'watch')
        expect(await watch.prints(/^started$/)).to.equal(true)
        await signOut()
        expect(await watch.prints(/^revoked [\w-]{43}$/)).to.equal(true)

        sessions.cut()
        expect(await watch.prints(/^ended unavailable/i)).to.equal(true)
        sessions.mend()
        const before = watch.lines().length
        expect(await watch.prints(/^started$/, before)).to.equal(true)
        await signOut()
        expect(await watch.prints(/^revoked [\w-]{43}$/, before)).to.equal(true)
      })

      it('reads messages, first those that it did not acknowledge', async () => {
        const { redisUrl, redisPrefix } = stack.network().stores.accounts
        const stream = `${redisPrefix}messages`
        const group = `messages-${language}`
        const webhook = await stack.createWebhook(await stack.createGuildChannel(ann))
        const post = async () => {
          await stack.postChat(webhook, { text: 'built' })
          const [message] = await stack.listMessages({ ...webhook, owner: ann })
          return message?.id
        }
        const first = await post()
        await stack.network().settle()
        const redis = new Redis(redisUrl)
        await redis.xgroup('CREATE', stream, group, '0')
        await redis.xreadgroup('GROUP', group, 'one', 'STREAMS', stream, '>')
        redis.disconnect()
        const reading = start('platform', 'read', stream, group, 'one')
        expect(await reading.prints(new RegExp(`^${first} created$`))).to.equal(true)
        await reading.stop()

        const second = await post()
        const again = start('platform', 'read', stream, group, 'one')
        expect(await again.prints(new RegExp(`^${second} created$`))).to.equal(true)
      })

      it('reads events', async () => {
        const reading = start(
          'platform',
          'read',
          eventStreamKey(stack.network().stores.accounts.redisPrefix, 'sessions'),
          language,
          'one',
        )
        await stack.signIn(ann)
        expect(await reading.prints(/^\S+ session\.created$/)).to.equal(true)
      })

      async function signOut(): Promise<void> {
        await stack.post('/auth/logout', { token: await stack.signIn(ann) })
      }
    })
  }

  it('include a template for TypeScript whose stubs compile', () => {
    const { folder, remove } = programFolder()
    cpSync(join(repositoryRoot, 'dev/examples/typescript'), folder, { recursive: true })
    generateStubs('TypeScript', folder)
    const source = [
      "import { SessionsClient } from './gen/gatehouse/sessions/v1/sessions.ts'",
      "import { ErrorInfo } from './gen/google/rpc/error_details.ts'",
      'export const used = [SessionsClient, ErrorInfo]',
    ]
    writeFileSync(join(folder, 'caller.ts'), source.join('\n'))
    const strict = ['--strict', '--module', 'nodenext', '--types', 'node', '--allowImportingTsExtensions']
    run(
      join(repositoryRoot, 'node_modules/.bin/tsc'),
      [...strict, '--noEmit', '--skipLibCheck', 'caller.ts'],
      folder,
    )
    remove()
  })
})
