/** A message with all its fields: one that is not set, also to undefined, does not compile. */
export type Complete<Message> = { [Name in keyof Required<Message>]: Message[Name] }
