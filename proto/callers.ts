import type { AuthService } from './gen/gatehouse/auth/v1/auth.ts'
import type { AuthAdminService } from './gen/gatehouse/auth/v1/auth_admin.ts'
import type { SsoService } from './gen/gatehouse/auth/v1/sso.ts'
import type { ClockService } from './gen/gatehouse/clock/v1/clock.ts'
import type { GuildsService } from './gen/gatehouse/guilds/v1/guilds.ts'
import type { HandoffsService } from './gen/gatehouse/sessions/v1/handoffs.ts'
import type { SessionsService } from './gen/gatehouse/sessions/v1/sessions.ts'
import type { DeliveriesService } from './gen/gatehouse/webhooks/v1/deliveries.ts'
import type { WebhooksService } from './gen/gatehouse/webhooks/v1/webhooks.ts'

/** The caller identities. The certificate of a caller names one as `spiffe://gatehouse/<identity>`. */
export const identities = {
  gateway: 'gateway',
  'auth-service': 'auth-service',
  'session-service': 'session-service; it calls no other service',
  'webhook-service': 'webhook-service',
  admin: 'an operator: `npm run admin`, grpcurl',
  platform: 'other backend services of the chat platform ([sessions.md](sessions.md))',
} as const

export type Identity = keyof typeof identities

type Rpcs<Service> = { readonly [Rpc in keyof Service & string as Capitalize<Rpc>]: readonly Identity[] }

type Callers = {
  'gatehouse.auth.v1.Auth': Rpcs<typeof AuthService>
  'gatehouse.auth.v1.AuthAdmin': Rpcs<typeof AuthAdminService>
  'gatehouse.auth.v1.Sso': Rpcs<typeof SsoService>
  'gatehouse.clock.v1.Clock': Rpcs<typeof ClockService>
  'grpc.reflection.v1.ServerReflection': { readonly ServerReflectionInfo: readonly Identity[] }
  'grpc.reflection.v1alpha.ServerReflection': { readonly ServerReflectionInfo: readonly Identity[] }
  'gatehouse.guilds.v1.Guilds': Rpcs<typeof GuildsService>
  'gatehouse.sessions.v1.Handoffs': Rpcs<typeof HandoffsService>
  'gatehouse.sessions.v1.Sessions': Rpcs<typeof SessionsService>
  'gatehouse.webhooks.v1.Deliveries': Rpcs<typeof DeliveriesService>
  'gatehouse.webhooks.v1.Webhooks': Rpcs<typeof WebhooksService>
}

const admin = ['admin'] as const
const gateway = ['gateway'] as const
const directoryReaders = ['webhook-service', 'admin'] as const

/** Who may call which rpc under mutual TLS. Without TLS a service listens on loopback only and every local process may call every rpc. */
export const callers = {
  'gatehouse.auth.v1.Auth': {
    Register: gateway,
    CheckRegistration: gateway,
    Login: gateway,
    CompleteLoginWithTotp: gateway,
    SuggestUsernames: gateway,
    GetMe: gateway,
    GetUsers: gateway,
    ListMyAudit: gateway,
    AssertStepUp: gateway,
    GetFeatures: gateway,
    VerifyEmail: gateway,
    GetVerification: gateway,
    RequestVerification: gateway,
    RequestPasswordReset: gateway,
    GetPasswordReset: gateway,
    ResetPassword: gateway,
    StartEmailChange: gateway,
    ResendOriginalEmailCode: gateway,
    VerifyOriginalEmail: gateway,
    RequestNewEmail: gateway,
    ResendNewEmailCode: gateway,
    VerifyNewEmail: gateway,
    RevertEmail: gateway,
    GetEmailRevert: gateway,
    GetIpAuthorization: gateway,
    AuthorizeIp: gateway,
    PollIpAuthorization: gateway,
    ResendIpAuthorization: gateway,
    ForgetAuthorizedIps: gateway,
    UpdateMe: gateway,
    DisableMe: gateway,
    DeleteMe: gateway,
    SetUpTotp: gateway,
    EnableTotp: gateway,
    DisableTotp: gateway,
    ListBackupCodes: gateway,
    ReplaceBackupCodes: gateway,
    StartPasskeyRegistration: gateway,
    AddPasskey: gateway,
    ListPasskeys: gateway,
    GetPasskeySignals: gateway,
    RenamePasskey: gateway,
    RemovePasskey: gateway,
    StartPasskeySignIn: gateway,
    CompletePasskeySignIn: gateway,
    StartLoginWithPasskey: gateway,
    CompleteLoginWithPasskey: gateway,
    SetPasskeyRequirement: gateway,
    StartPasskeyStepUp: gateway,
    SendPhoneCode: gateway,
    VerifyPhone: gateway,
    SetPhone: gateway,
    RemovePhone: gateway,
    EnableSms: gateway,
    DisableSms: gateway,
    SendLoginSms: gateway,
    CompleteLoginWithSms: gateway,
    SendStepUpSms: gateway,
    SendStepUpEmail: gateway,
  },
  'gatehouse.auth.v1.AuthAdmin': {
    FindAccount: admin,
    GetAccount: admin,
    DisableAccount: admin,
    EnableAccount: admin,
    DeleteAccount: admin,
    SetPassword: admin,
    SetEmail: admin,
    ResetSecondFactors: admin,
    ImportAccounts: admin,
    SetAdministrator: admin,
    SetSsoLink: admin,
    MoveSsoLinks: admin,
    DisableSso: admin,
    ListMails: admin,
    GetMail: admin,
    RetryMail: admin,
    Rekey: admin,
    ListAudit: admin,
  },
  'gatehouse.auth.v1.Sso': {
    GetStatus: gateway,
    Start: gateway,
    Complete: gateway,
    StartConnection: gateway,
    CompleteConnection: gateway,
    Disconnect: gateway,
    Logout: gateway,
    GetConfig: gateway,
    UpdateConfig: gateway,
    TestConfig: gateway,
    StartTest: gateway,
    CompleteTest: gateway,
  },
  'gatehouse.clock.v1.Clock': { Now: admin, Advance: admin },
  'grpc.reflection.v1.ServerReflection': { ServerReflectionInfo: admin },
  'grpc.reflection.v1alpha.ServerReflection': { ServerReflectionInfo: admin },
  'gatehouse.guilds.v1.Guilds': {
    GetGuild: admin,
    ListGuilds: admin,
    PutGuild: admin,
    DeleteGuild: admin,
    GetChannel: directoryReaders,
    ListChannels: admin,
    PutChannel: admin,
    DeleteChannel: admin,
    GetMember: admin,
    ListMembers: admin,
    PutMember: admin,
    DeleteMember: admin,
    GetOverwrite: admin,
    ListOverwrites: admin,
    PutOverwrite: admin,
    DeleteOverwrite: admin,
    GetInvite: admin,
    ListInvites: admin,
    PutInvite: admin,
    DeleteInvite: admin,
    MemberPermissions: ['webhook-service'],
    RedeemInvite: ['auth-service'],
  },
  'gatehouse.sessions.v1.Handoffs': {
    Initiate: gateway,
    Status: gateway,
    Info: gateway,
    Complete: gateway,
    Cancel: gateway,
  },
  'gatehouse.sessions.v1.Sessions': {
    Create: ['auth-service'],
    EndAttempt: ['gateway', 'auth-service'],
    Verify: ['platform'],
    VerifyStream: ['gateway', 'platform'],
    List: ['gateway', 'auth-service'],
    Revoke: ['gateway', 'auth-service'],
    RevokeToken: ['gateway', 'auth-service'],
    RevokeAll: ['auth-service', 'platform'],
    WatchRevocations: ['platform'],
    RecordProof: ['auth-service'],
  },
  'gatehouse.webhooks.v1.Deliveries': {
    ListDeliveries: gateway,
    GetDelivery: gateway,
    ReplayDelivery: gateway,
  },
  'gatehouse.webhooks.v1.Webhooks': {
    Create: gateway,
    ListByChannel: gateway,
    ListByGuild: gateway,
    Get: gateway,
    Update: gateway,
    Delete: gateway,
    RotateToken: gateway,
    GetSettings: gateway,
    UpdateSettings: gateway,
    GetByToken: gateway,
    UpdateByToken: gateway,
    DeleteByToken: gateway,
    Execute: gateway,
    ExecuteWhole: gateway,
    Preview: admin,
    Rekey: admin,
    RetryMessages: admin,
    ListMessages: gateway,
    WatchMessages: ['platform'],
    GetMessage: gateway,
    EditMessage: gateway,
    DeleteMessage: gateway,
  },
} as const satisfies Callers

/** The gRPC paths of the rpcs that an identity may call. */
export type CallablePath<Caller extends Identity> = {
  [Service in keyof typeof callers]: PathsIn<Service, (typeof callers)[Service], Caller>
}[keyof typeof callers]

type PathsIn<Service extends string, Table, Caller extends Identity> = {
  [Rpc in keyof Table & string]: Table[Rpc] extends readonly (infer Allowed)[]
    ? Caller extends Allowed
      ? `/${Service}/${Rpc}`
      : never
    : never
}[keyof Table & string]
