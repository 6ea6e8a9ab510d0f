"""What may be absent or null of what Discord sends, by its own description. `test_discord_api` holds it against that.

The description has no interactions, as they come by the gateway: their fields are those of Discord's documentation.
"""

# By the name of a schema: fields that may be absent, and those that may be null
ABSENT = {
    "UserResponse": {"accent_color", "avatar_decoration_data", "banner", "bot", "collectibles", "system"},
    "GuildMemberResponse": {"avatar_decoration_data", "collectibles"},
    "MessageResponse": {
        *{"activity", "application", "application_id", "call", "interaction", "interaction_metadata", "lobby_member"},
        *{"mention_channels", "message_reference", "message_snapshots", "nonce", "poll", "position"},
        *{"purchase_notification", "reactions", "referenced_message", "resolved", "role_subscription_data"},
        *{"shared_client_theme", "sticker_items", "stickers", "thread", "webhook_id"},
    },
    "GuildChannelResponse": {
        *{"available_tags", "bitrate", "default_auto_archive_duration", "default_forum_layout"},
        *{"default_reaction_emoji", "default_sort_order", "default_tag_setting"},
        *{"default_thread_rate_limit_per_user", "last_message_id", "last_pin_timestamp", "nsfw", "parent_id"},
        *{"permission_overwrites", "permissions", "rate_limit_per_user", "rtc_region", "topic", "user_limit"},
        "video_quality_mode",
    },
    "PrivateChannelResponse": {"last_message_id", "last_pin_timestamp"},
}
NULL = {
    "UserResponse": {
        *{"accent_color", "avatar", "avatar_decoration_data", "banner", "collectibles", "global_name", "primary_guild"}
    },
    "GuildMemberResponse": {
        *{"avatar", "avatar_decoration_data", "banner", "collectibles", "communication_disabled_until", "nick"},
        "premium_since",
    },
    "MessageResponse": {"edited_timestamp", "referenced_message"},
    "GuildChannelResponse": {
        *{"default_reaction_emoji", "default_sort_order", "default_tag_setting", "last_message_id"},
        *{"last_pin_timestamp", "parent_id", "rtc_region", "topic"},
    },
    "PrivateChannelResponse": {"last_message_id", "last_pin_timestamp"},
}

# Of an interaction: all but its id, token and type, which are always there
INTERACTION = (
    *("application_id", "data", "guild", "guild_id", "channel", "channel_id", "member", "user", "version", "message"),
    *("app_permissions", "locale", "guild_locale", "entitlements", "authorizing_integration_owners", "context"),
    *("attachment_size_limit", "entitlement_sku_ids"),
)
DATA = ("id", "name", "type", "options", "resolved", "guild_id", "custom_id", "component_type", "values", "components")
# A value that isn't there yet, by the path to it
UNKNOWN = {
    ("type",): 99,
    ("context",): 99,
    ("locale",): "xx-YY",
    ("guild_locale",): "xx-YY",
    ("channel", "type"): 99,
    ("message", "type"): 999,
    ("message", "flags"): 1 << 40,
    ("data", "type"): 99,
    ("data", "component_type"): 99,
    ("data", "options", 0, "type"): 99,
    ("data", "components", 0, "type"): 99,
    ("data", "components", 0, "component", "type"): 99,
}
