import { join } from 'node:path'
import { fill } from './fill.ts'
import { writeSnapshot } from './snapshot.ts'
import { openWorld } from './world.ts'

/** To be run on the version whose data it is, by name. */
describe('a snapshot', () => {
  const world = openWorld()

  it('is written', async () => {
    const snapshot = await fill(world)
    const file = join(import.meta.dirname, 'data', `${snapshot.commit}.json.gz`)
    writeSnapshot(process.env.GATEHOUSE_TEST_SNAPSHOT ?? file, snapshot)
  })
})
