/**
 * In the form of real ones: `gh_`, the account id as base64url, `.` and 256 random bits. A ticket begins with
 * the account id in decimal.
 */
export const exampleToken = 'gh_FWWhH2IXoAA.8Kq2vXy7mN4pR1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuU'
export const exampleTicket = '1541815603606036480.Xy2vN4pR8Kq7m1sT5wZ9aB3cD6eF0gHjLkMnPqRsTuV'
