/** Address and password as typed, kept until a verification or a sign-in has used them. */
export interface Credentials {
  email: string;
  password: string;
}
