/** Node.js has the value but not the name of the type, which the generated HTTP client uses. */
type BodyInit = NonNullable<RequestInit['body']>
