import { expect } from 'chai'
import { rejected } from '../../testing/rejected.ts'
import { pageSizeOf, toPage } from './paging.ts'

const sizes = { default: 50, max: 100 }

describe('pageSizeOf', () => {
  it('returns the default for 0 and the maximum for more', () => {
    const asked = [0, 1, 50, 100, 101, 2 ** 31 - 1]
    expect(asked.map((pageSize) => pageSizeOf({ pageSize }, sizes))).to.deep.equal([50, 1, 50, 100, 100, 100])
  })

  it('rejects a negative size', async () => {
    const { code, fields } = await rejected((async () => pageSizeOf({ pageSize: -1 }, sizes))())
    expect([code, fields[0]?.path, fields[0]?.code]).to.deep.equal([
      'INVALID_FORM_BODY',
      'page_size',
      'NUMBER_OUT_OF_RANGE',
    ])
  })
})

describe('toPage', () => {
  it('returns a token only if more items follow', () => {
    expect(toPage(['a', 'b', 'c'], 2, (last) => last)).to.deep.equal({
      items: ['a', 'b'],
      nextPageToken: 'b',
    })
    expect(toPage(['a', 'b'], 2, (last) => last)).to.deep.equal({ items: ['a', 'b'], nextPageToken: '' })
    expect(toPage([], 2, (last: string) => last)).to.deep.equal({ items: [], nextPageToken: '' })
  })
})
