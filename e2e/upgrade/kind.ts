import type { World } from './world.ts'

/** Something that a version stores and every later version must serve. */
export type Kind<Stored = unknown> = {
  /** Runs on the version that writes a snapshot. Returns what `check` needs. */
  store(world: World): Promise<Stored>
  /** Whether `check` moves the clock: such kinds are checked last, since others expire. */
  movesClock?: true
  /** Runs on this version. */
  check(world: World, stored: Stored): Promise<void>
}

/** Without the type of what is stored, which the snapshot has as JSON. */
export function kind<Stored>(of: Kind<Stored>): Kind {
  return of as Kind
}
