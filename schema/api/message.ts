/** For calls that return no data. */
export interface MessageResponse {
  success: true;
  message: string;
}
