export interface Badge {
  title: string;
  /** pink is highlighted. */
  color: "pink" | "gray" | "blue" | "green" | "orange" | "red";
  /** Opens in a new tab. */
  actionUrl?: string;
}

export interface BadgesResponse {
  success: true;
  badges: Badge[];
}
