import { expect } from 'chai'
import { rejected } from '../../testing/rejected.ts'
import { changesOf, maskOf } from './field-mask.ts'

type Resource = { userName: string; locale: string | undefined; open: boolean; size: number }
const resource: Resource = { userName: 'ann', locale: undefined, open: false, size: 0 }
const changeable = ['userName', 'locale', 'open', 'size'] as const

describe('changesOf', () => {
  it('returns only the fields of the mask', () => {
    expect(changesOf(resource, ['user_name'], changeable)).to.deep.equal({ userName: 'ann' })
  })

  it('clears what is unset or an empty text, and keeps false and 0', () => {
    const sent = { ...resource, userName: '' }
    expect(changesOf(sent, ['user_name', 'locale', 'open', 'size'], changeable)).to.deep.equal({
      userName: null,
      locale: null,
      open: false,
      size: 0,
    })
    expect(changesOf<Resource, 'locale'>(undefined, ['locale'], ['locale'])).to.deep.equal({ locale: null })
  })

  it('changes nothing without a mask', () => {
    for (const mask of [undefined, []]) expect(changesOf(resource, mask, changeable)).to.deep.equal({})
  })

  it('rejects paths that it does not know', async () => {
    const mask = ['locale', 'userName', '*', 'size']
    const { fields } = await rejected((async () => changesOf(resource, mask, changeable))())
    expect(fields.map(({ path }) => path)).to.deep.equal(['update_mask.paths[1]', 'update_mask.paths[2]'])
  })
})

describe('maskOf', () => {
  it('names the fields that are set, also to null, in snake_case', () => {
    expect(maskOf({ userName: null, locale: undefined, open: false })).to.deep.equal(['user_name', 'open'])
  })
})
