import { temporaryFolder } from '@gatehouse/service-kit/testing/temporary-folder'
import { expect } from 'chai'
import { createTransport } from 'nodemailer'
import { type Stack, startProcesses } from '../processes.ts'

type CaughtMail = { id: string; subject: string; text: string; to: { address: string }[] }

describe('the mail catcher', () => {
  let stack: Stack
  afterEach(() => stack.stop())
  const folder = temporaryFolder()

  beforeEach(async () => {
    stack = await startProcesses({
      folder: folder.path,
      services: [],
      env: {
        ...process.env,
        GATEHOUSE_MONGODB_URL: process.env.GATEHOUSE_TEST_MONGODB_URL,
        GATEHOUSE_REDIS_URL: process.env.GATEHOUSE_TEST_REDIS_URL,
      },
    })
  })

  const read = async <Body>(path: string) => (await (await fetch(stack.mail + path)).json()) as Body

  it('accepts a mail by SMTP and returns it as JSON, in the list and by id', async () => {
    const transport = createTransport(stack.smtp)
    await transport.sendMail({
      from: 'gatehouse@gatehouse.test',
      to: 'ann@gatehouse.test',
      subject: 'Grüße \u{1F511}',
      text: 'Your code is 123456.',
    })
    transport.close()

    const [mail] = await read<CaughtMail[]>('/email')
    expect(mail).to.include({ subject: 'Grüße \u{1F511}' })
    const one = await read<CaughtMail>(`/email/${mail?.id}`)
    expect(one.text.trim()).to.equal('Your code is 123456.')
    expect(one.to.map(({ address }) => address)).to.deep.equal(['ann@gatehouse.test'])
  })

  it('serves a web page', async () => {
    const page = await fetch(stack.mail)
    expect(page.headers.get('content-type')).to.include('text/html')
  })
})
