import { expect } from 'chai'
import { createGatehouse, paginate } from '../src/index.ts'
import { fakeApi } from './fake-api.ts'

const path = '/channels/{channel_id}/webhooks'
const next = { link: '</channels/7/webhooks?limit=2&after=2>; rel="next"' }

describe('paginate', () => {
  const openGatehouse = () => {
    const { sent, options } = fakeApi(
      () => ({ body: [{ id: '1' }, { id: '2' }], headers: next }),
      () => ({ body: [{ id: '3' }] }),
    )
    return { sent, gatehouse: createGatehouse(options) }
  }
  const init = { params: { path: { channel_id: '7' }, query: { limit: 2 } } }

  it('iterates over all pages', async () => {
    const { sent, gatehouse } = openGatehouse()
    const ids: string[] = []
    for await (const { id } of paginate(gatehouse, path, init)) ids.push(id)
    expect(ids).to.deep.equal(['1', '2', '3'])
    expect(sent.map((request) => request.path)).to.deep.equal([
      '/channels/7/webhooks?limit=2',
      '/channels/7/webhooks?limit=2&after=2',
    ])
  })

  it('requests no page that is not reached', async () => {
    const { sent, gatehouse } = openGatehouse()
    for await (const _ of paginate(gatehouse, path, init)) break
    expect(sent).to.have.length(1)
  })

  it('asks for 100 items a page unless told otherwise', async () => {
    const { sent, gatehouse } = openGatehouse()
    for await (const _ of paginate(gatehouse, path, { params: { path: { channel_id: '7' } } })) break
    expect(sent[0]?.path).to.equal('/channels/7/webhooks?limit=100')
  })
})
