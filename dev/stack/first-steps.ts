import type { StackFile } from './stack-file.ts'

/** Tells a newcomer what to do with a stack that has just become ready. */
export function printFirstSteps({ gateway }: Pick<StackFile, 'gateway'>): void {
  console.log(`Try it:\n  curl ${gateway}/openapi.json\nCtrl-C stops everything.`)
}
