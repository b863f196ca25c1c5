import type { AuthServer } from '@gatehouse/proto/gen/auth/v1/auth'
import type { AuthAdminServer } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { handle } from '@gatehouse/service-kit/grpc/handle'
import { deleteMe, disableMe } from './account-life/close-account.ts'
import { getMe } from './accounts/get-me.ts'
import { getUsers } from './accounts/get-users.ts'
import { disableAccount, enableAccount } from './administration/change-status.ts'
import { deleteAccount } from './administration/delete-account.ts'
import { findAccount, getAccount } from './administration/find-account.ts'
import { setAdministrator } from './administration/set-administrator.ts'
import { setPassword } from './administration/set-password.ts'
import { listAudit, listMyAudit } from './audit/list-audit.ts'
import type { AuthContext } from './context.ts'
import { importAccounts } from './imports/import-accounts.ts'
import { login } from './login/login.ts'
import { updateMe } from './profile/update-me.ts'
import { checkFields } from './registration/check-fields.ts'
import { register } from './registration/register.ts'
import { suggestUsernames } from './registration/suggest-usernames.ts'
import { assertStepUp } from './step-up/assert-step-up.ts'

export function authService(ctx: AuthContext): AuthServer {
  return {
    register: handle((request, call) => register(ctx, request, call)),
    checkRegistration: handle((request) => checkFields(ctx, request)),
    login: handle((request, call) => login(ctx, request, call)),
    suggestUsernames: handle((request) => suggestUsernames(request)),
    getMe: handle((request) => getMe(ctx, request)),
    getUsers: handle((request) => getUsers(ctx, request)),
    listMyAudit: handle((request) => listMyAudit(ctx, request)),
    assertStepUp: handle((request, call) => assertStepUp(ctx, request, call)),
    updateMe: handle((request, call) => updateMe(ctx, request, call)),
    disableMe: handle((request, call) => disableMe(ctx, request, call)),
    deleteMe: handle((request, call) => deleteMe(ctx, request, call)),
  } satisfies AuthServer
}

export function authAdminService(ctx: AuthContext): AuthAdminServer {
  return {
    findAccount: handle((request) => findAccount(ctx, request)),
    getAccount: handle((request) => getAccount(ctx, request)),
    disableAccount: handle((request, call) => disableAccount(ctx, request, call)),
    enableAccount: handle((request, call) => enableAccount(ctx, request, call)),
    listAudit: handle((request) => listAudit(ctx, request)),
    deleteAccount: handle((request, call) => deleteAccount(ctx, request, call)),
    setPassword: handle((request, call) => setPassword(ctx, request, call)),
    importAccounts: handle((request, call) => importAccounts(ctx, request, call)),
    setAdministrator: handle((request, call) => setAdministrator(ctx, request, call)),
  } satisfies AuthAdminServer
}
