import { expect } from 'chai'
import { fromSortable, toSortable } from './sortable-id.ts'

describe('toSortable', () => {
  it('sorts ids of any length like numbers', () => {
    const ids = ['10', '9', '9223372036854775807', '0', '1000000000000000000']
    expect(ids.map(toSortable).toSorted().map(fromSortable)).to.deep.equal([
      '0',
      '9',
      '10',
      '1000000000000000000',
      '9223372036854775807',
    ])
  })
})
