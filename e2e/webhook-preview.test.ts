import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { readDocs } from '@gatehouse/dev/docs/read-markdown'
import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

const push = join(repositoryRoot, 'dev/examples/push.json')

describe('npm run admin -- webhook preview', () => {
  const stack = openDevStack()
  const folder = temporaryFolder()

  it('shows the message that an execution creates', async () => {
    const guildChannel = await stack.createGuildChannel(await stack.register('ann'))
    const payload = JSON.parse(await readFile(push, 'utf8'))
    await stack.postPush(await stack.createWebhook(guildChannel), payload)
    const [executed] = await stack.listMessages(guildChannel)
    const previewed = JSON.parse((await preview('code-host', push, '--event', 'push', '--json')).out)
    expect(previewed).to.deep.include({ result: 'rendered', detail: null })
    expect(previewed.message.embeds).to.deep.equal(executed?.embeds)
    const [, shown = 'nothing'] =
      /webhook preview code-host \S+ --event push\n(.*?)\n…/s.exec(readDocs('webhooks.md')) ?? []
    expect((await preview('code-host', push)).out.startsWith(shown)).to.equal(true)
  })

  it('reports why there is no message', async () => {
    const { code, out } = await preview('code-host', await file('{"zen":"x"}'), '--event', 'ping')
    expect([code, out]).to.deep.equal([0, 'ignored:ping\nNothing is shown for ping.\n'])
  })

  it('reads forms and other content types', async () => {
    const form = await file(new URLSearchParams({ payload: '{"text":"*a* & b"}' }).toString())
    expect((await preview('chat-compat', form)).out).to.contain('**a** & b')
    const type = ['--content-type', 'application/x-www-form-urlencoded']
    expect((await preview('chat-compat', await file('{"text":"plain"}'), ...type)).out).to.contain('plain')
  })

  it('reads standard input', async () => {
    const entry = join(repositoryRoot, 'admin/src/main.ts')
    const args = ['--conditions=gatehouse-source', entry, 'webhook', 'preview', 'chat-compat', '-', '--json']
    const child = spawn(process.execPath, args, { env: { ...process.env, ...stack.network().env } })
    child.stdin.end('{"text":"from afar"}')
    const [out] = await Promise.all([text(child.stdout), once(child, 'close')])
    expect(JSON.parse(out).message.content).to.equal('from afar')
  })

  it('names the invalid argument', async () => {
    const body = await file('{"text":"x"}')
    const wrong: [string[], number, string][] = [
      [
        ['letter', body],
        2,
        "argument 'format'. Allowed choices are code-host, error-tracker, chat-compat, native.",
      ],
      [['code-host'], 2, "missing required argument 'file'"],
      [['code-host', join(folder.path, 'none.json')], 1, '<file>: ENOENT'],
      [['code-host', body], 1, '--event: '],
      [['chat-compat', body, '--event', 'push'], 1, '--event: chat-compat has no events'],
      [['error-tracker', body, '--content-type', 'image/png'], 1, '--content-type: '],
      [['code-host', await file('{"a":}')], 1, '<file>: The body is not valid JSON. The error is at byte 5.'],
      [['code-host', await file('[]')], 1, '<file>: '],
      [
        ['chat-compat', await file('{}')],
        1,
        '<file>: The payload has no text or other visible content. (NO_TEXT)',
      ],
    ]
    for (const [args, code, line] of wrong) {
      const rejected = await preview(...args)
      expect(rejected, args.join(' ')).to.include({ code, out: '' })
      expect(rejected.err, args.join(' ')).to.contain(line)
    }
  })

  function preview(...args: string[]) {
    return adminOutput(['webhook', 'preview', ...args], { env: stack.network().env })
  }

  let files = 0
  async function file(body: string): Promise<string> {
    files += 1
    const path = join(folder.path, `body-${files}`)
    await writeFile(path, body)
    return path
  }
})
