CREATE TABLE `known_address` (
	`unearth_user_id` text NOT NULL,
	`address` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`unearth_user_id`, `address`),
	FOREIGN KEY (`unearth_user_id`) REFERENCES `app_user`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `known_address_expiry` ON `known_address` (`expires_at`);