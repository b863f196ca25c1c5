// Runs in mongosh on the machine of mongod: initiates the replica set and creates the users of /users/users, one
// `name password [database]` per line. Only root has no database. A service reads and writes documents of its database;
// `<service>-migrations` also creates its collections and indexes.
const users = require('node:fs')
  .readFileSync('/users/users', 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
const serviceActions = ['find', 'insert', 'update', 'remove']
const admin = db.getSiblingDB('admin')
const [root, password] = users.find(([, , database]) => database === undefined)

const config = { _id: 'gatehouse', members: [{ _id: 0, host: 'mongodb-0.mongodb:27017' }] }
unlessDone('AlreadyInitialized', () => rs.initiate(config))
while (!db.hello().isWritablePrimary) sleep(200)
// The first user can be created without signing in, from this machine only.
unlessDone('Location51003', () => admin.createUser({ user: root, pwd: password, roles: ['root'] }))
admin.auth(root, password)
for (const [user, pwd, database] of users) {
  if (database === undefined) continue
  const isMigration = user.endsWith('-migrations')
  const privileges = [{ resource: { db: database, collection: '' }, actions: serviceActions }]
  if (!isMigration) unlessDone('Location51002', () => admin.createRole({ role: user, privileges, roles: [] }))
  const role = isMigration ? { role: 'readWrite', db: database } : user
  unlessDone('Location51003', () => admin.createUser({ user, pwd, roles: [role] }))
}

// Once there is a user, both steps before admin.auth() are refused as Unauthorized.
function unlessDone(codeName, step) {
  try {
    step()
  } catch (error) {
    if (![codeName, 'Unauthorized'].includes(error.codeName)) throw error
  }
}
