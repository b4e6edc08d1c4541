CREATE TABLE `feedback_tally` (
	`status` text NOT NULL,
	`type` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`status`, `type`)
) WITHOUT ROWID;
--> statement-breakpoint
DROP INDEX `reddit_post_board`;--> statement-breakpoint
ALTER TABLE `reddit_post` ADD `young_hearts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `reddit_post_board` ON `reddit_post` (("heart_count" - "young_hearts") desc,`first_heart_at`,`id`) WHERE "reddit_post"."heart_count" > "reddit_post"."young_hearts" and "reddit_post"."removed_at" is null;--> statement-breakpoint
DROP INDEX `reddit_user_board`;--> statement-breakpoint
ALTER TABLE `reddit_user` ADD `young_hearts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `reddit_user_board` ON `reddit_user` (("heart_count" - "young_hearts") desc,`first_heart_at`,`id`) WHERE "reddit_user"."heart_count" > "reddit_user"."young_hearts" and "reddit_user"."removed_at" is null;--> statement-breakpoint
ALTER TABLE `session` ADD `account_created_at` integer;--> statement-breakpoint
ALTER TABLE `app_user` ADD `deleted_at` integer;--> statement-breakpoint
CREATE INDEX `app_user_deleted` ON `app_user` (`deleted_at`) WHERE "app_user"."deleted_at" is not null;--> statement-breakpoint
ALTER TABLE `post_heart` ADD `young_until` integer;--> statement-breakpoint
CREATE INDEX `post_heart_young` ON `post_heart` (`young_until`) WHERE "post_heart"."young_until" is not null;--> statement-breakpoint
ALTER TABLE `user_heart` ADD `young_until` integer;--> statement-breakpoint
CREATE INDEX `user_heart_young` ON `user_heart` (`young_until`) WHERE "user_heart"."young_until" is not null;
--> statement-breakpoint
DROP TRIGGER `user_heart_added`;
--> statement-breakpoint
DROP TRIGGER `user_heart_removed`;
--> statement-breakpoint
CREATE TRIGGER `user_heart_added` AFTER INSERT ON `user_heart` BEGIN
	UPDATE `reddit_user`
	SET `heart_count` = `heart_count` + 1,
		`young_hearts` = `young_hearts` + (NEW.`young_until` IS NOT NULL),
		`first_heart_at` = CASE WHEN `heart_count` = 0 THEN NEW.`created_at` ELSE min(`first_heart_at`, NEW.`created_at`) END
	WHERE `id` = NEW.`reddit_user_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `user_heart_removed` AFTER DELETE ON `user_heart` BEGIN
	UPDATE `reddit_user`
	SET `heart_count` = max(0, `heart_count` - 1),
		`young_hearts` = max(0, `young_hearts` - (OLD.`young_until` IS NOT NULL)),
		`first_heart_at` = CASE WHEN `heart_count` <= 1 THEN NULL ELSE `first_heart_at` END
	WHERE `id` = OLD.`reddit_user_id`;
	UPDATE `user_heart`
	SET `saved_total` = CASE WHEN `created_at` < OLD.`created_at` THEN OLD.`saved_total` ELSE `saved_total` END - 1
	WHERE `unearth_user_id` = OLD.`unearth_user_id` AND `reddit_user_id` = (
		SELECT `reddit_user_id` FROM `user_heart` WHERE `unearth_user_id` = OLD.`unearth_user_id` ORDER BY `created_at` DESC LIMIT 1
	);
END;
--> statement-breakpoint
-- A heart counts on the boards from the moment its account is old enough (decision 076).
CREATE TRIGGER `user_heart_of_age` AFTER UPDATE OF `young_until` ON `user_heart`
WHEN OLD.`young_until` IS NOT NULL AND NEW.`young_until` IS NULL BEGIN
	UPDATE `reddit_user` SET `young_hearts` = max(0, `young_hearts` - 1) WHERE `id` = NEW.`reddit_user_id`;
END;
--> statement-breakpoint
DROP TRIGGER `post_heart_added`;
--> statement-breakpoint
DROP TRIGGER `post_heart_removed`;
--> statement-breakpoint
CREATE TRIGGER `post_heart_added` AFTER INSERT ON `post_heart` BEGIN
	UPDATE `reddit_post`
	SET `heart_count` = `heart_count` + 1,
		`young_hearts` = `young_hearts` + (NEW.`young_until` IS NOT NULL),
		`first_heart_at` = CASE WHEN `heart_count` = 0 THEN NEW.`created_at` ELSE min(`first_heart_at`, NEW.`created_at`) END
	WHERE `id` = NEW.`reddit_post_id`;
END;
--> statement-breakpoint
CREATE TRIGGER `post_heart_removed` AFTER DELETE ON `post_heart` BEGIN
	UPDATE `reddit_post`
	SET `heart_count` = max(0, `heart_count` - 1),
		`young_hearts` = max(0, `young_hearts` - (OLD.`young_until` IS NOT NULL)),
		`first_heart_at` = CASE WHEN `heart_count` <= 1 THEN NULL ELSE `first_heart_at` END
	WHERE `id` = OLD.`reddit_post_id`;
	UPDATE `post_heart`
	SET `saved_total` = CASE WHEN `created_at` < OLD.`created_at` THEN OLD.`saved_total` ELSE `saved_total` END - 1
	WHERE `unearth_user_id` = OLD.`unearth_user_id` AND `reddit_post_id` = (
		SELECT `reddit_post_id` FROM `post_heart` WHERE `unearth_user_id` = OLD.`unearth_user_id` ORDER BY `created_at` DESC LIMIT 1
	);
END;
--> statement-breakpoint
-- A heart counts on the boards from the moment its account is old enough (decision 076).
CREATE TRIGGER `post_heart_of_age` AFTER UPDATE OF `young_until` ON `post_heart`
WHEN OLD.`young_until` IS NOT NULL AND NEW.`young_until` IS NULL BEGIN
	UPDATE `reddit_post` SET `young_hearts` = max(0, `young_hearts` - 1) WHERE `id` = NEW.`reddit_post_id`;
END;
--> statement-breakpoint
-- The tally follows every entry, so that the list of feedback counts none.
INSERT INTO `feedback_tally` (`status`, `type`, `count`)
SELECT `status`, `type`, count(*) FROM `feedback` GROUP BY `status`, `type`;
--> statement-breakpoint
CREATE TRIGGER `feedback_added` AFTER INSERT ON `feedback` BEGIN
	INSERT INTO `feedback_tally` (`status`, `type`, `count`) VALUES (NEW.`status`, NEW.`type`, 1)
	ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `feedback_changed` AFTER UPDATE OF `status`, `type` ON `feedback`
WHEN OLD.`status` <> NEW.`status` OR OLD.`type` <> NEW.`type` BEGIN
	UPDATE `feedback_tally` SET `count` = `count` - 1 WHERE `status` = OLD.`status` AND `type` = OLD.`type`;
	INSERT INTO `feedback_tally` (`status`, `type`, `count`) VALUES (NEW.`status`, NEW.`type`, 1)
	ON CONFLICT DO UPDATE SET `count` = `count` + 1;
END;
--> statement-breakpoint
CREATE TRIGGER `feedback_removed` AFTER DELETE ON `feedback` BEGIN
	UPDATE `feedback_tally` SET `count` = `count` - 1 WHERE `status` = OLD.`status` AND `type` = OLD.`type`;
END;
