import type { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import type { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import type { SsoService } from '@gatehouse/proto/gen/auth/v1/sso'
import { withValidClient } from '@gatehouse/service-kit/clients/valid-client'
import type { Handlers } from '@gatehouse/service-kit/grpc/server-call'
import { deleteMe, disableMe } from './account-life/close-account.ts'
import { disableAccount, enableAccount } from './administration/change-status.ts'
import { deleteAccount } from './administration/delete-account.ts'
import { findAccount, getAccount } from './administration/find-account.ts'
import { getMail, listMails, retryMail } from './administration/mails.ts'
import { rekey } from './administration/rekey.ts'
import { resetSecondFactors } from './administration/reset-second-factors.ts'
import { setAdministrator } from './administration/set-administrator.ts'
import { setEmail } from './administration/set-email.ts'
import { setPassword } from './administration/set-password.ts'
import { moveSsoLinks, setSsoLink } from './administration/sso-links.ts'
import type { AuthContext } from './context.ts'
import { requestNewEmail, resendNewEmailCode, verifyNewEmail } from './email-change/new-address.ts'
import {
  resendOriginalEmailCode,
  startEmailChange,
  verifyOriginalEmail,
} from './email-change/original-address.ts'
import { addPasskey, startPasskeyRegistration } from './factor-settings/add-passkey.ts'
import { removePhone, setPhone } from './factor-settings/change-phone.ts'
import { completeConnection, disconnect, startConnection } from './factor-settings/connect-sso.ts'
import { disableTotp } from './factor-settings/disable-totp.ts'
import { disableSms, enableSms } from './factor-settings/enable-sms.ts'
import { enableTotp } from './factor-settings/enable-totp.ts'
import { forgetAuthorizedIps } from './factor-settings/forget-authorized-ips.ts'
import { listBackupCodes, replaceBackupCodes } from './factor-settings/manage-backup-codes.ts'
import {
  getPasskeySignals,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './factor-settings/manage-passkeys.ts'
import { setPasskeyRequirement } from './factor-settings/require-passkey.ts'
import { setUpTotp } from './factor-settings/set-up-totp.ts'
import { sendPhoneCode, verifyPhone } from './factor-settings/verify-phone.ts'
import { importAccounts } from './imports/import-accounts.ts'
import { resendIpAuthorization } from './ip-authorization/resend-authorization.ts'
import { authorizeIp, getIpAuthorization } from './login/authorize-ip.ts'
import { completeLoginWithSms, completeLoginWithTotp } from './login/complete-login-with-code.ts'
import { completeSso } from './login/complete-sso.ts'
import { pollIpAuthorization } from './login/fetch-authorized.ts'
import { login } from './login/login.ts'
import { completeLoginWithPasskey, startLoginWithPasskey } from './login/login-with-passkey.ts'
import { sendLoginSms, sendStepUpSms } from './login/request-sms.ts'
import { completePasskeySignIn, startPasskeySignIn } from './login/sign-in-with-passkey.ts'
import { startSso } from './login/start-sso.ts'
import { getMe } from './profile/get-me.ts'
import { getUsers } from './profile/get-users.ts'
import { listAudit, listMyAudit } from './profile/list-audit.ts'
import { updateMe } from './profile/update-me.ts'
import { getPasswordReset, requestPasswordReset, resetPassword } from './recovery/reset-password.ts'
import { getEmailRevert, revertEmail } from './recovery/revert-email.ts'
import { checkFields } from './registration/check-fields.ts'
import { register } from './registration/register.ts'
import { suggestUsernames } from './registration/suggest-usernames.ts'
import { closedWhileSsoEnforced } from './single-sign-on/enforcement.ts'
import { getStatus } from './single-sign-on/get-status.ts'
import { logout } from './single-sign-on/logout.ts'
import { disableSso, getConfig, updateConfig } from './sso-settings/manage-config.ts'
import { testConfig } from './sso-settings/test-config.ts'
import { completeTest, startTest } from './sso-settings/test-sign-in.ts'
import { assertStepUp } from './step-up/assert-step-up.ts'
import { startPasskeyStepUp } from './step-up/prove-with-passkey.ts'
import { sendStepUpEmail } from './step-up/send-email-code.ts'
import { getVerification, requestVerification, verifyEmail } from './verification/verify-email.ts'

export function authService(ctx: AuthContext): Handlers<typeof AuthService> {
  return closedWhileSsoEnforced(ctx, {
    register: (request, call) => register(ctx, withValidClient(request), call),
    checkRegistration: (request) => checkFields(ctx, request),
    login: (request, call) => login(ctx, withValidClient(request), call),
    completeLoginWithTotp: (request, call) => completeLoginWithTotp(ctx, withValidClient(request), call),
    suggestUsernames: (request) => suggestUsernames(ctx, request),
    getMe: (request) => getMe(ctx, request),
    getUsers: (request) => getUsers(ctx, request),
    listMyAudit: (request) => listMyAudit(ctx, request),
    assertStepUp: (request, call) => assertStepUp(ctx, withValidClient(request), call),
    getFeatures: () => ({ sendsMails: ctx.mails.isEnabled, sendsSms: ctx.sms.carrier !== null }),
    verifyEmail: (request, call) => verifyEmail(ctx, withValidClient(request), call),
    getVerification: (request) => getVerification(ctx, request),
    requestVerification: (request) => requestVerification(ctx, withValidClient(request)),
    requestPasswordReset: (request) => requestPasswordReset(ctx, withValidClient(request)),
    getPasswordReset: (request) => getPasswordReset(ctx, request),
    resetPassword: (request, call) => resetPassword(ctx, withValidClient(request), call),
    startEmailChange: (request) => startEmailChange(ctx, withValidClient(request)),
    resendOriginalEmailCode: (request) => resendOriginalEmailCode(ctx, withValidClient(request)),
    verifyOriginalEmail: (request, call) => verifyOriginalEmail(ctx, withValidClient(request), call),
    requestNewEmail: (request, call) => requestNewEmail(ctx, withValidClient(request), call),
    resendNewEmailCode: (request) => resendNewEmailCode(ctx, withValidClient(request)),
    verifyNewEmail: (request, call) => verifyNewEmail(ctx, withValidClient(request), call),
    getEmailRevert: (request) => getEmailRevert(ctx, request),
    revertEmail: (request, call) => revertEmail(ctx, withValidClient(request), call),
    getIpAuthorization: (request) => getIpAuthorization(ctx, request),
    authorizeIp: (request, call) => authorizeIp(ctx, withValidClient(request), call),
    pollIpAuthorization: (request, call) => pollIpAuthorization(ctx, withValidClient(request), call),
    resendIpAuthorization: (request) => resendIpAuthorization(ctx, request),
    forgetAuthorizedIps: (request, call) => forgetAuthorizedIps(ctx, withValidClient(request), call),
    updateMe: (request, call) => updateMe(ctx, withValidClient(request), call),
    disableMe: (request, call) => disableMe(ctx, withValidClient(request), call),
    deleteMe: (request, call) => deleteMe(ctx, withValidClient(request), call),
    setUpTotp: (request, call) => setUpTotp(ctx, withValidClient(request), call),
    enableTotp: (request, call) => enableTotp(ctx, withValidClient(request), call),
    disableTotp: (request, call) => disableTotp(ctx, withValidClient(request), call),
    listBackupCodes: (request, call) => listBackupCodes(ctx, withValidClient(request), call),
    replaceBackupCodes: (request, call) => replaceBackupCodes(ctx, withValidClient(request), call),
    startPasskeyRegistration: (request, call) =>
      startPasskeyRegistration(ctx, withValidClient(request), call),
    addPasskey: (request, call) => addPasskey(ctx, withValidClient(request), call),
    listPasskeys: (request) => listPasskeys(ctx, request),
    getPasskeySignals: (request) => getPasskeySignals(ctx, request),
    renamePasskey: (request, call) => renamePasskey(ctx, withValidClient(request), call),
    removePasskey: (request, call) => removePasskey(ctx, withValidClient(request), call),
    startPasskeySignIn: () => startPasskeySignIn(ctx),
    startLoginWithPasskey: (request) => startLoginWithPasskey(ctx, request),
    completeLoginWithPasskey: (request, call) =>
      completeLoginWithPasskey(ctx, withValidClient(request), call),
    setPasskeyRequirement: (request, call) => setPasskeyRequirement(ctx, withValidClient(request), call),
    startPasskeyStepUp: (request) => startPasskeyStepUp(ctx, request),
    sendPhoneCode: (request, call) => sendPhoneCode(ctx, withValidClient(request), call),
    verifyPhone: (request, call) => verifyPhone(ctx, withValidClient(request), call),
    setPhone: (request, call) => setPhone(ctx, withValidClient(request), call),
    removePhone: (request, call) => removePhone(ctx, withValidClient(request), call),
    enableSms: (request, call) => enableSms(ctx, withValidClient(request), call),
    disableSms: (request, call) => disableSms(ctx, withValidClient(request), call),
    sendLoginSms: (request, call) => sendLoginSms(ctx, withValidClient(request), call),
    completeLoginWithSms: (request, call) => completeLoginWithSms(ctx, withValidClient(request), call),
    sendStepUpEmail: (request) => sendStepUpEmail(ctx, withValidClient(request)),
    sendStepUpSms: (request, call) => sendStepUpSms(ctx, withValidClient(request), call),
    completePasskeySignIn: (request, call) => completePasskeySignIn(ctx, withValidClient(request), call),
  })
}

export function ssoService(ctx: AuthContext): Handlers<typeof SsoService> {
  return {
    getStatus: () => getStatus(ctx),
    start: (request, call) => startSso(ctx, request, call),
    complete: (request, call) => completeSso(ctx, withValidClient(request), call),
    logout: (request, call) => logout(ctx, request, call),
    startConnection: (request, call) => startConnection(ctx, withValidClient(request), call),
    completeConnection: (request, call) => completeConnection(ctx, withValidClient(request), call),
    disconnect: (request, call) => disconnect(ctx, withValidClient(request), call),
    getConfig: (request) => getConfig(ctx, request),
    updateConfig: (request, call) => updateConfig(ctx, withValidClient(request), call),
    testConfig: (request) => testConfig(ctx, request),
    startTest: (request, call) => startTest(ctx, request, call),
    completeTest: (request) => completeTest(ctx, request),
  }
}

export function authAdminService(ctx: AuthContext): Handlers<typeof AuthAdminService> {
  return {
    findAccount: (request) => findAccount(ctx, request),
    getAccount: (request) => getAccount(ctx, request),
    disableAccount: (request, call) => disableAccount(ctx, request, call),
    enableAccount: (request, call) => enableAccount(ctx, request, call),
    listAudit: (request) => listAudit(ctx, request),
    deleteAccount: (request, call) => deleteAccount(ctx, request, call),
    resetSecondFactors: (request, call) => resetSecondFactors(ctx, request, call),
    setPassword: (request, call) => setPassword(ctx, request, call),
    setEmail: (request, call) => setEmail(ctx, request, call),
    importAccounts: (request, call) => importAccounts(ctx, request, call),
    listMails: (request) => listMails(ctx, request),
    getMail: (request) => getMail(ctx, request),
    rekey: (request) => rekey(ctx, request),
    retryMail: (request) => retryMail(ctx, request),
    setAdministrator: (request, call) => setAdministrator(ctx, request, call),
    setSsoLink: (request, call) => setSsoLink(ctx, request, call),
    moveSsoLinks: (request, call) => moveSsoLinks(ctx, request, call),
    disableSso: (_, call) => disableSso(ctx, call),
  }
}
