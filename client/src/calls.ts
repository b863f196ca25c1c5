import type { paths } from './gen/api.ts'

type Method = 'get' | 'post' | 'patch' | 'delete'
type Operation<Path extends keyof paths, Used extends Method> = paths[Path][Used]

/** JSON omits undefined, so optional properties accept it also with `exactOptionalPropertyTypes`. */
export type Sendable<Value> = Value extends object
  ? { [Key in keyof Value]: Sendable<Value[Key]> | (object extends Pick<Value, Key> ? undefined : never) }
  : Value

export type RequestOptions = {
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}
type Params<Called> = Called extends { parameters: infer Each }
  ? object extends Each
    ? { params?: Sendable<Each> | undefined }
    : { params: Sendable<Each> }
  : unknown
type Body<Called> = Called extends { requestBody: { content: infer Content } }
  ? { body: Sendable<Content[keyof Content]> }
  : Called extends { requestBody?: { content: infer Content } }
    ? { body?: Sendable<Content[keyof Content]> | undefined }
    : unknown
/** What a request takes: `params` with `path` and `query`, `body`, `headers` and `signal`. */
export type RequestOf<Path extends keyof paths, Used extends Method> = RequestOptions &
  Params<Operation<Path, Used>> &
  Body<Operation<Path, Used>>

type Success = 200 | 201 | 202 | 204
type Content<Answer> = Answer extends { content: infer Each } ? Each[keyof Each] : undefined
/** The body of the 2xx response. */
export type DataOf<Path extends keyof paths, Used extends Method> =
  Operation<Path, Used> extends {
    responses: infer Responses
  }
    ? { [Status in keyof Responses & Success]: Content<Responses[Status]> }[keyof Responses & Success]
    : never

export type Arguments<Init> = object extends Init ? [init?: Init] : [init: Init]

// The paths are no type of their own, so that the error for a misspelled path lists them.
export type Call<Used extends Method> = <
  Path extends {
    [Each in keyof paths]: paths[Each] extends Record<Used, object> ? Each : never
  }[keyof paths],
>(
  path: Path,
  ...init: Arguments<RequestOf<Path, Used>>
) => Promise<DataOf<Path, Used>>

export type CallWithResponse<Used extends Method> = <
  Path extends {
    [Each in keyof paths]: paths[Each] extends Record<Used, object> ? Each : never
  }[keyof paths],
>(
  path: Path,
  ...init: Arguments<RequestOf<Path, Used>>
) => Promise<{ data: DataOf<Path, Used>; response: Response }>
