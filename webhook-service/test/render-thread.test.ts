import { testDeadlineMs } from '@gatehouse/service-kit/testing/test-client'
import { renderMetrics } from '@gatehouse/webhook-service/executions/render-metrics'
import { type RenderThread, renderThread } from '@gatehouse/webhook-service/executions/render-thread'
import { expect } from 'chai'

const job = { format: 'code-host', contentType: '', event: 'ping' } as const
const nobody = new AbortController().signal

describe('the render thread', () => {
  let thread: RenderThread
  afterEach(() => thread.close())
  const { threadEnds } = renderMetrics(() => ({ small: 0, large: 0 }))

  const render = (webhookId: string, text = '{}', signal = nobody) =>
    thread.render({ ...job, chunks: [new Uint8Array(Buffer.from(text))] }, { webhookId, signal })

  it('rejects only the body that exceeds its memory, is replaced, and counts it', async () => {
    thread = renderThread({ threadEnds, maxHeapMegabytes: 24, maxRenderMs: testDeadlineMs })
    const responses = [render('a', `[${'{},'.repeat(900_000)}0]`), render('a'), render('b')].map((response) =>
      response.then(
        ({ kind }) => kind,
        ({ code }) => code,
      ),
    )
    expect(await Promise.all(responses)).to.deep.equal(['PAYLOAD_TOO_LARGE', 'ignored', 'ignored'])
    expect((await threadEnds.get()).values).to.deep.equal([{ labels: { cause: 'memory' }, value: 1 }])
  })

  it('rejects a body that takes too long, and counts it', async () => {
    threadEnds.reset()
    thread = renderThread({ threadEnds, maxRenderMs: 1 })
    const slow = render('a', `[${'{},'.repeat(90_000)}0]`)
    expect(await slow.catch(({ code }) => code)).to.equal('SERVICE_UNAVAILABLE')
    expect((await threadEnds.get()).values).to.deep.equal([{ labels: { cause: 'time' }, value: 1 }])
  })

  it('is replaced after 16 MiB of bodies, and fails none of them', async () => {
    threadEnds.reset()
    thread = renderThread({ threadEnds })
    const large = `{"x":"${'a'.repeat(6 * 1024 * 1024)}"}`
    const ends = async () => (await threadEnds.get()).values
    for (const name of ['a', 'b']) await render(name, large)
    expect(await ends()).to.deep.equal([])
    await render('c', large)
    expect((await render('d')).kind).to.equal('ignored')
    expect(await ends()).to.deep.equal([{ labels: { cause: 'bytes' }, value: 1 }])
  })

  it('takes turns between webhooks', async () => {
    thread = renderThread({ threadEnds })
    const order: string[] = []
    const names = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']
    await Promise.all(names.map((name) => render(name[0] ?? '').then(() => order.push(name))))
    expect(order.join(' ')).to.equal('a1 a2 b1 c1 a3 b2 a4')
  })

  it('drops a waiting job whose caller aborts', async () => {
    thread = renderThread({ threadEnds })
    const leaving = new AbortController()
    const first = render('a')
    const dropped = render('a', '{}', leaving.signal)
    leaving.abort(new Error('gone'))
    expect(await dropped.catch((error: Error) => error.message)).to.equal('gone')
    expect((await first).kind).to.equal('ignored')
    const late = await render('a', '{}', leaving.signal).catch((error: Error) => error.message)
    expect(late).to.equal('gone')
  })
})
