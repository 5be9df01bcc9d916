/** An address and password as typed, until a verification code or a sign-in has used them. */
export interface Credentials {
  email: string;
  password: string;
}
