import { accountPageRoutes } from './account-pages/account-page-routes.ts'
import { listAudit } from './audit/list-audit.ts'
import { getAvatar } from './avatars/get-avatar.ts'
import { getDelivery } from './deliveries/get-delivery.ts'
import { listDeliveries } from './deliveries/list-deliveries.ts'
import { replayDelivery } from './deliveries/replay-delivery.ts'
import { docsRoutes } from './docs-site/docs-routes.ts'
import { requestNewEmail, resendNewCode, verifyNewEmail } from './email-change/new.ts'
import { resendOriginalCode, startEmailChange, verifyOriginalEmail } from './email-change/original.ts'
import { resendVerification } from './email-verification/resend-verification.ts'
import { verificationInfo } from './email-verification/verification-info.ts'
import { verifyEmail } from './email-verification/verify-email.ts'
import { executeChatCompat, executeSlack } from './executions/execute-chat-compat.ts'
import { executeCodeHost, executeGithub } from './executions/execute-code-host.ts'
import { executeErrorTracker } from './executions/execute-error-tracker.ts'
import { executeNative } from './executions/execute-native.ts'
import { cancelHandoff } from './handoff/cancel.ts'
import { completeHandoff } from './handoff/complete.ts'
import { handoffInfo } from './handoff/info.ts'
import { initiateHandoff } from './handoff/initiate.ts'
import { handoffStatus } from './handoff/status.ts'
import type { ApiRoute, Route } from './http/route.ts'
import { ipAuthorizationInfo } from './ip-authorization/authorization-info.ts'
import { authorizeIp } from './ip-authorization/authorize-ip.ts'
import { pollIpAuthorization } from './ip-authorization/poll.ts'
import { resendIpAuthorization } from './ip-authorization/resend.ts'
import { login } from './login/login.ts'
import { loginMfaSms, sendLoginMfaSms } from './login/login-mfa-sms.ts'
import { loginMfaTotp } from './login/login-mfa-totp.ts'
import { logout } from './login/logout.ts'
import { listMessages } from './messages/list-messages.ts'
import { deleteMessage, editMessage, getMessage } from './messages/webhook-message.ts'
import { addPasskey, passkeyRegistrationOptions } from './passkeys/add-passkey.ts'
import { loginMfaPasskey, loginMfaPasskeyOptions } from './passkeys/login-with-passkey.ts'
import { listPasskeys, passkeySignals, removePasskey, renamePasskey } from './passkeys/manage-passkeys.ts'
import { relatedOriginsRoute } from './passkeys/related-origins-route.ts'
import { updateMfa } from './passkeys/require-passkey.ts'
import { passkeySignInOptions, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { passkeyStepUpOptions } from './passkeys/step-up-options.ts'
import { removePhone, setPhone } from './phone/set-phone.ts'
import { sendPhoneVerification, verifyPhone } from './phone/verify-phone.ts'
import { emailRevertInfo } from './recovery/email-revert-info.ts'
import { forgotPassword } from './recovery/forgot-password.ts'
import { resetPasswordInfo } from './recovery/reset-info.ts'
import { resetPassword } from './recovery/reset-password.ts'
import { revertEmail } from './recovery/revert-email.ts'
import { register } from './registration/register.ts'
import { suggestUsernames } from './registration/suggest-usernames.ts'
import { backupCodes } from './second-factors/backup-codes.ts'
import { disableTotp } from './second-factors/disable-totp.ts'
import { disableSms, enableSms } from './second-factors/enable-sms.ts'
import { enableTotp } from './second-factors/enable-totp.ts'
import { setUpTotp } from './second-factors/set-up-totp.ts'
import { sendSudoEmail } from './second-factors/sudo-email.ts'
import { sudoMfaMethods } from './second-factors/sudo-mfa-methods.ts'
import { sendSudoSms } from './second-factors/sudo-sms.ts'
import { currentSession } from './sessions/current-session.ts'
import { listSessions } from './sessions/list-sessions.ts'
import { logoutSessions } from './sessions/logout-sessions.ts'
import { completeSso } from './single-sign-on/complete-sso.ts'
import { completeSsoConnection, connectSso, disconnectSso } from './single-sign-on/connect-sso.ts'
import {
  completeSsoTest,
  getSsoConfig,
  startSsoTest,
  testSsoConfig,
  updateSsoConfig,
} from './single-sign-on/sso-config.ts'
import { ssoLogout } from './single-sign-on/sso-logout.ts'
import { ssoStatus } from './single-sign-on/sso-status.ts'
import { startSso } from './single-sign-on/start-sso.ts'
import { deleteMe } from './users/delete-me.ts'
import { disableMe } from './users/disable-me.ts'
import { forgetAuthorizedIps } from './users/forget-authorized-ips.ts'
import { getMe } from './users/get-me.ts'
import { updateMe } from './users/update-me.ts'
import { createWebhook } from './webhooks/create-webhook.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { deleteWebhookByToken } from './webhooks/delete-webhook-by-token.ts'
import { getWebhook } from './webhooks/get-webhook.ts'
import { getWebhookByToken } from './webhooks/get-webhook-by-token.ts'
import { getWebhookSettings } from './webhooks/get-webhook-settings.ts'
import { listChannelWebhooks } from './webhooks/list-channel-webhooks.ts'
import { listGuildWebhooks } from './webhooks/list-guild-webhooks.ts'
import { rotateWebhookToken } from './webhooks/rotate-webhook-token.ts'
import { updateWebhook } from './webhooks/update-webhook.ts'
import { updateWebhookByToken } from './webhooks/update-webhook-by-token.ts'
import { updateWebhookSettings } from './webhooks/update-webhook-settings.ts'

/** Express matches paths in this order: busy routes first, and fixed segments before parameters. */
export const apiRoutes: readonly ApiRoute[] = [
  currentSession,
  executeCodeHost,
  executeErrorTracker,
  executeChatCompat,
  executeGithub,
  executeSlack,

  register,
  login,
  loginMfaTotp,
  sendLoginMfaSms,
  loginMfaSms,
  loginMfaPasskeyOptions,
  loginMfaPasskey,
  passkeySignInOptions,
  signInWithPasskey,
  logout,
  suggestUsernames,
  forgotPassword,
  resetPasswordInfo,
  resetPassword,
  revertEmail,
  emailRevertInfo,
  authorizeIp,
  ipAuthorizationInfo,
  pollIpAuthorization,
  resendIpAuthorization,
  verifyEmail,
  verificationInfo,
  resendVerification,

  ssoStatus,
  startSso,
  completeSso,
  connectSso,
  completeSsoConnection,
  disconnectSso,
  ssoLogout,
  getSsoConfig,
  updateSsoConfig,
  testSsoConfig,
  startSsoTest,
  completeSsoTest,

  listSessions,
  logoutSessions,
  getMe,
  listAudit,
  updateMe,
  startEmailChange,
  resendOriginalCode,
  verifyOriginalEmail,
  requestNewEmail,
  resendNewCode,
  verifyNewEmail,
  forgetAuthorizedIps,
  disableMe,
  deleteMe,

  setUpTotp,
  enableTotp,
  disableTotp,
  backupCodes,
  enableSms,
  disableSms,
  sendPhoneVerification,
  verifyPhone,
  setPhone,
  removePhone,
  sudoMfaMethods,
  sendSudoSms,
  sendSudoEmail,
  updateMfa,
  passkeyStepUpOptions,
  listPasskeys,
  passkeySignals,
  passkeyRegistrationOptions,
  addPasskey,
  renamePasskey,
  removePasskey,

  initiateHandoff,
  handoffStatus,
  completeHandoff,
  handoffInfo,
  cancelHandoff,

  createWebhook,
  listChannelWebhooks,
  listGuildWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookToken,
  getWebhookSettings,
  updateWebhookSettings,
  listDeliveries,
  getDelivery,
  replayDelivery,
  executeNative,
  getWebhookByToken,
  updateWebhookByToken,
  deleteWebhookByToken,

  listMessages,
  getMessage,
  editMessage,
  deleteMessage,
]

/** Those of the OpenAPI document. */
export const documentedRoutes: readonly ApiRoute[] = [...apiRoutes, getAvatar]

export const routes: readonly Route[] = [
  ...documentedRoutes,
  ...docsRoutes(documentedRoutes),
  ...accountPageRoutes,
  relatedOriginsRoute,
]
