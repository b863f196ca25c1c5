import type mongoose from 'mongoose'

/** The collection of the driver: queries and documents are typed, and mongoose would copy each document. */
export function driverCollection<T extends mongoose.mongo.Document>(
  collection: mongoose.Collection,
): mongoose.mongo.Collection<T> {
  // mongoose adds methods to the collection of the driver, but its type has no type parameter.
  return collection as unknown as mongoose.mongo.Collection<T>
}
